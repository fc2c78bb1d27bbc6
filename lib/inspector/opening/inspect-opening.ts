/** Whether an operator sees the payloads of a run, for how long, and what it takes; and what waits for a second admin. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { can } from "../../access/assert-can.ts";
import type {
  OpeningRequestShown,
  OpeningRequests,
} from "../../contracts/inspector/opening/opening-request.ts";
import type { PayloadOpening } from "../../contracts/inspector/opening/payload-opening.ts";
import {
  isOnlyAdmin,
  listRequests,
  needsSecondAdmin,
  readOwnRequest,
} from "../../db/inspector/opening/opening-requests.ts";
import { readOpenings } from "../../db/inspector/opening/payload-openings.ts";
import { readGlass } from "../../db/looks/glass-state.ts";
import { settings } from "../../env/settings.ts";

export async function inspectOpening(actor: Actor, runId: string): Promise<PayloadOpening> {
  const { isOn: isTold } = await readGlass();
  const mayGive = can(actor, "review:give");
  const { PAYLOAD_REASON, PAYLOAD_OPEN_MINUTES: openMinutes } = settings();
  const told = { isTold, mayGive, openMinutes, second: null };
  if (!can(actor, "payload:read")) return { access: "fields", leftMs: null, ...told };
  if (PAYLOAD_REASON === "free") return { access: "open", leftMs: null, ...told };
  const second = needsSecondAdmin() ? await inspectSecond(actor, runId) : null;
  const end = (await readOpenings(actor)).get(runId);
  if (!end) return { access: "reason", leftMs: null, ...told, second };
  // The database's clock ends it; one that is behind ours is asked again a second later.
  const leftMs = Math.max(1_000, end.getTime() - Date.now());
  return { access: "open", leftMs, ...told, second };
}

async function inspectSecond(actor: Actor, runId: string): Promise<PayloadOpening["second"]> {
  const [isAlone, own, { requests }] = await Promise.all([
    isOnlyAdmin(actor),
    readOwnRequest(actor, { runId }),
    inspectRequests(actor),
  ]);
  return {
    isAlone,
    own: own && { state: own.state, by: own.by, until: own.until.toISOString() },
    asked: requests.filter((request) => request.runId === runId && !request.isMine),
  };
}

/** What waits for a second admin. @throws AppError `forbidden` without `opening:decide`, `audit-unavailable` */
export async function inspectRequests(actor: Actor): Promise<OpeningRequests> {
  const requests = await listRequests(actor);
  return {
    requests: requests.map((request): OpeningRequestShown => {
      const { id, at, until, by, reason, askedBy } = request;
      return {
        id,
        at: at.toISOString(),
        until: until.toISOString(),
        by,
        isMine: askedBy === actor.userId,
        reason,
        runId: "runId" in request ? request.runId : null,
        words: "words" in request ? request.words : null,
      };
    }),
  };
}
