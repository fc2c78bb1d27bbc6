/** Whether an operator sees payloads in full or masked. Decided by the role and by the reason that was given, and only here. */
import "server-only";
import { createHmac } from "node:crypto";
import type { Actor } from "../access/actor.ts";
import { can } from "../access/assert-can.ts";
import { isSaidTo, readScopesOf, type SaidScope } from "../db/inspector/opening/reviews.ts";
import { readContextReach } from "../db/inspector/states/read-context-reach.ts";
import { deriveKey } from "../env/derive-key.ts";
import { settings } from "../env/settings.ts";

/** `all-masked`: what the person and the assistant said is masked, too. That is how everybody begins. */
export type PayloadLevel = "full" | "masked" | "all-masked";

export type PayloadAccess = {
  readonly level: PayloadLevel;
  /**
   * Of the digests that stand for what is withheld, base64url. It is another one for each operator and each place, so
   * that nobody can compare a hidden value with one that they wrote themselves in another run.
   */
  readonly key: string;
};

/** What is read where all of these runs are open. */
type RunsScope = { runIds: readonly string[] };

/** Where payloads are shown: on the pages of these runs, or on those of a conversation. */
type PayloadScope = RunsScope | { conversationId: string };

/** What an operator may read in one request: decided once, at its beginning, and handed on. */
export type Reading = {
  access: PayloadAccess;
  /** The runs whose words they may read, for what shows words of other runs, too. */
  said: SaidScope;
};

/** @param place where the values are shown, if that is not the whole scope @throws AppError `audit-unavailable` */
export async function decideReading(
  actor: Actor,
  scope: RunsScope,
  place: PayloadScope = scope,
): Promise<Reading> {
  const { said, opened } = await readScopesOf(actor);
  const level = holds(opened, scope) ? "full" : holds(said, scope) ? "masked" : "all-masked";
  return { access: accessAt(level, actor, place), said };
}

const holds = (scope: SaidScope, { runIds }: RunsScope) =>
  scope === "all" || runIds.every((runId) => scope.has(runId));

/** As `decideReading`, for what shows one scope and nothing else. */
export async function payloadAccessOf(
  actor: Actor,
  scope: RunsScope,
  place: PayloadScope = scope,
): Promise<PayloadAccess> {
  return (await decideReading(actor, scope, place)).access;
}

/** What an operator may read of a conversation's context state, delta by delta. */
export type ContextReading = Pick<Reading, "said"> & {
  /** Of what this delta of an agent made, and of the state behind it. */
  accessTo: (agentId: string, ordinal: number) => PayloadAccess;
  /** Of what a run left outside of the deltas. */
  accessOf: (runId: string) => PayloadAccess;
};

/**
 * A reason for a run opens the context state that it had and what it made of it, not what later runs made.
 * @param branchOf a run, whose branch is read; null: the path that the person sees
 * @throws AppError `audit-unavailable`
 */
export async function decideContextReading(
  actor: Actor,
  conversationId: string,
  branchOf: string | null,
): Promise<ContextReading> {
  const { said, opened } = await readScopesOf(actor);
  // A case opens what was said: an admin reads the rest for a reason.
  const isAdmin = can(actor, "payload:read");
  const reach = await readContextReach(isAdmin ? opened : said, conversationId, branchOf);
  const open = accessAt(isAdmin ? "full" : "masked", actor, { conversationId });
  const shut = accessAt("all-masked", actor, { conversationId });
  return {
    said,
    accessTo: (agentId, ordinal) =>
      reach === null || ordinal <= (reach.get(agentId) ?? -1) ? open : shut,
    accessOf: (runId) => (isSaidTo(isAdmin ? opened : said, [runId]) ? open : shut),
  };
}

export function accessAt(
  level: PayloadLevel,
  { userId }: Pick<Actor, "userId">,
  place: PayloadScope,
): PayloadAccess {
  const secret = deriveKey(settings().BETTER_AUTH_SECRET, "masked-values");
  const named = "runIds" in place ? [...place.runIds].sort() : place.conversationId;
  const key = createHmac("sha256", secret).update(JSON.stringify([userId, named]));
  return { level, key: key.digest("base64url") };
}

/** For what no operator is kept from. */
export function opened({ key }: PayloadAccess): PayloadAccess {
  return { level: "full", key };
}

/** For what the person and the assistant said: hidden only where all is. */
export function forSaid({ level, key }: PayloadAccess): PayloadAccess {
  return { level: level === "all-masked" ? level : "full", key };
}
