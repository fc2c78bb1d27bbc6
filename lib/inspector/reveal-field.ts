/** Shows an auditor one masked value of a run, for a typed reason that is on record before the value is sent. */
import "server-only";
import type { Actor } from "../access/actor.ts";
import { assertCan } from "../access/assert-can.ts";
import type {
  RevealedField,
  RevealRequest,
} from "../contracts/inspector/opening/payload-opening.ts";
import { recordReveal } from "../db/inspector/opening/payload-openings.ts";
import type { StoredEvent } from "../db/inspector/run/read-events.ts";
import { readRun, readRunNews } from "../db/inspector/run/read-run.ts";
import { AppError } from "../errors/app-error.ts";
import { REVEALED_MS } from "./limits.ts";
import { accessAt, opened, type PayloadAccess } from "./payload-access.ts";
import { projectEvent } from "./run/project-event.ts";
import { projectStates } from "./states/project-states.ts";

/** @throws AppError `forbidden` without `field:reveal`, `not-found` where the run has no such value, `audit-unavailable` */
export async function revealField(
  actor: Actor,
  runId: string,
  { sha256, reason }: RevealRequest,
): Promise<RevealedField> {
  assertCan(actor, "field:reveal");
  const found = await findMasked(actor, runId, sha256);
  if (!found) throw new AppError("not-found");
  await recordReveal(actor, runId, { field: found.path, reason });
  return { value: found.value, until: new Date(Date.now() + REVEALED_MS).toISOString() };
}

type Found = { path: string; value: unknown };

/** In the run's states, then in its log. */
async function findMasked(actor: Actor, runId: string, sha256: string): Promise<Found | null> {
  const stored = await readRun(actor, runId);
  // The pages of a run and those of its conversation have keys of their own.
  const { id: conversationId } = stored.run.conversation;
  const keys = [{ runIds: [runId] }, { conversationId }].map((place) =>
    accessAt("all-masked", actor, place),
  );
  for (const access of keys) {
    const inStates = find(
      "states",
      projectStates(stored.states, runId, access),
      projectStates(stored.states, runId, opened(access)),
      sha256,
    );
    if (inStates) return inStates;
  }
  for (let { events, hasMore } = stored; ; ) {
    for (const event of events) {
      for (const access of keys) {
        const found = findInEvent(event, access, sha256);
        if (found) return found;
      }
    }
    const last = events.at(-1)?.seq;
    if (!hasMore || last === undefined) return null;
    ({ events, hasMore } = await readRunNews(actor, runId, last));
  }
}

function findInEvent(event: StoredEvent, access: PayloadAccess, sha256: string): Found | null {
  const path = `event ${event.seq} ${event.type}`;
  return find(
    path,
    projectEvent(event, access).body,
    projectEvent(event, opened(access)).body,
    sha256,
  );
}

/** Both have the same shape, but for what is masked in the first. */
function find(path: string, masked: unknown, full: unknown, sha256: string): Found | null {
  if (!isObject(masked) || !isObject(full)) return null;
  if (masked.withheld === "masked" && masked.sha256 === sha256) return { path, value: full.value };
  for (const [name, value] of Object.entries(masked)) {
    const found = find(`${path}.${name}`, value, full[name], sha256);
    if (found) return found;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
