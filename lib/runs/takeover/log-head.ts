/** Where the log of a run stands that another process began. Pure. */
import "server-only";
import { isKept, type KeptEvent } from "../../contracts/public/public-event.ts";
import type { PublicStatus } from "../../contracts/public/public-status.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { type FoldedAnswer, foldAnswer } from "../../contracts/run/fold-answer.ts";
import type { LogEvent } from "../../contracts/run/log-event.ts";
import type { Chain } from "../../db/runs/signed-event.ts";

export type LogHead = FoldedAnswer & {
  /** Numbers of the newest event, and of the newest public one. */
  seq: number;
  publicSeq: number;
  /** In the order in which they were told; the last one holds. */
  statuses: readonly PublicStatus[];
  /** What readers are told, whenever they begin. */
  kept: readonly KeptEvent[];
  chain: Chain;
};

/** @param events the whole log, in order */
export function readHead(events: readonly LogEvent[], chain: Chain): LogHead {
  const bodies = events.map(({ body }) => body);
  const publicSeq = events.reduce((newest, event) => event.publicSeq ?? newest, 0);
  const statuses = bodies.flatMap((body) => (body.type === "status.changed" ? [body.status] : []));
  const kept = events.map(toPublicEvent).filter((event) => event !== null && isKept(event));
  return { ...foldAnswer(bodies), seq: events.at(-1)?.seq ?? 0, publicSeq, statuses, kept, chain };
}
