import "server-only";
/** Follows the public projection of a run from an offset: from memory where it runs here, else from the log. */
import type { Actor } from "../access/actor.ts";
import { assertCan } from "../access/assert-can.ts";
import { getRunSnapshot } from "../db/runs/get-run-snapshot.ts";
import { AppError } from "../errors/app-error.ts";
import { followStoredRun } from "./follow-stored-run.ts";
import type { PublicSink } from "./public-sink.ts";
import { runRegistry } from "./run-registry.ts";
import { textFrom } from "./text-from.ts";

/**
 * Sends one snapshot, then what follows, then the end.
 * @param from UTF-16 offset that the reader already holds
 * @returns the function that ends the following
 * @throws AppError `not-found` when there is no such run, or it is another person's
 */
export async function followRun(
  actor: Actor,
  runId: string,
  from: number,
  sink: PublicSink,
): Promise<() => void> {
  assertCan(actor, "chat:use");
  const local = runRegistry().runs.get(runId);
  if (!local) return followStoredRun(actor, runId, from, sink, await getRunSnapshot(actor, runId));
  if (local.ownerId !== actor.userId) throw new AppError("not-found");
  const { log } = local;
  const { answerMessageId, publicSeq: seq, status } = log;
  sink.onSnapshot({ answerMessageId, seq, status, ...textFrom(log.text, from) });
  return log.subscribe(sink);
}
