import "server-only";
/** The person corrects one fact of a running intake: a recorded delta like any other, made by them. */
import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { applyDelta } from "../../context-state/apply-delta.ts";
import type { ConciergeContext, ConciergeDelta } from "../../context-state/concierge-context.ts";
import type { PublicFact } from "../../contracts/conversation.ts";
import { AppError } from "../../errors/app-error.ts";
import { encodeStoredState } from "../../hidden-state/encode-stored-state.ts";
import { db } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { storableText } from "../storable-json.ts";
import { listUnderstood, readConcierge } from "./list-understood.ts";

export type FactCorrection = { conversationId: string; path: string; value: string };

const AGENT_ID = "concierge";

/**
 * @returns the facts after the correction
 * @throws AppError `not-found` (no such conversation or fact of this actor's), `run-active`, `invalid`
 */
export async function correctFact(actor: Actor, input: FactCorrection): Promise<PublicFact[]> {
  assertCan(actor, "chat:use");
  return db().$transaction((tx) => correct(tx, actor, input));
}

async function correct(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { conversationId, path, value }: FactCorrection,
): Promise<PublicFact[]> {
  // The lock keeps a turn from beginning between the look and the change.
  const locked = { id: conversationId, userId: actor.userId };
  const owned = await tx.conversation.updateMany({ where: locked, data: { id: conversationId } });
  if (owned.count === 0) throw new AppError("not-found");
  if (
    await tx.run.findFirst({ where: { conversationId, status: "running" }, select: { id: true } })
  ) {
    throw new AppError("run-active");
  }
  const of = { conversationId, agentId: AGENT_ID };
  const stored = await tx.hiddenState.findFirst({
    where: { ...of, quarantinedAt: null },
    orderBy: { version: "desc" },
  });
  const context = readConcierge(stored?.state);
  const delta = context && toDelta(context, path, storableText(value));
  if (!stored || !context || !delta) throw new AppError("not-found");
  const applied = applyDelta(context, delta, { turnText: "" });
  if (!applied.ok) throw new AppError("invalid", { detail: applied.detail });
  const state = encodeStoredState({ context_state: applied.state, schema: "concierge@1" });
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const version = stored.version + 1;
  await tx.hiddenState.create({
    data: { id: randomUUID(), ...of, version, state: state as Prisma.InputJsonValue, bytes },
  });
  const last = await tx.contextDelta.aggregate({ where: of, _max: { ordinal: true } });
  const { beforeSha256, afterSha256 } = applied;
  await tx.contextDelta.create({
    data: {
      id: randomUUID(),
      ...of,
      ordinal: (last._max.ordinal ?? 0) + 1,
      origin: "person",
      delta: delta as Prisma.InputJsonValue,
      patch: applied.patch as unknown as Prisma.InputJsonValue,
      beforeSha256,
      afterSha256,
    },
  });
  return listUnderstood(state);
}

/** The delta that sets one fact; null where the path names none. */
function toDelta(context: ConciergeContext, path: string, value: string): ConciergeDelta | null {
  const [, field = "", key = ""] = path.split("/");
  if (field === "intake_summary") return { intake_summary: value };
  if (field === "answers") {
    return Object.hasOwn(context.answers, key) ? { answers: { [key]: value } } : null;
  }
  const old = field === "known_constraints" ? context.known_constraints[Number(key)] : undefined;
  return old === undefined ? null : { known_constraints: { remove: [old], add: [value] } };
}
