import "server-only";
/** Follows a run that another process holds, or that is over: reads the stored log whenever it has news. */
import type { Actor } from "../access/actor.ts";
import { getRunSnapshot, type RunSnapshot } from "../db/runs/get-run-snapshot.ts";
import { personText } from "../errors/person-text.ts";
import { log } from "../log/log.ts";
import type { PublicSink } from "./public-sink.ts";
import { textFrom } from "./text-from.ts";
import { watchRun } from "./watch-runs.ts";

/** News that a broken channel missed is found by looking. */
const LOOK_MS = 2_000;

export function followStoredRun(
  actor: Actor,
  runId: string,
  from: number,
  sink: PublicSink,
  first: RunSnapshot,
): () => void {
  const { answerMessageId, seq, status } = first;
  sink.onSnapshot({ answerMessageId, seq, status, ...textFrom(first.text, from) });
  let seen = first;
  let reading = false;
  let again = false;

  const show = (next: RunSnapshot) => {
    if (next.text.length > seen.text.length) {
      sink.onDelta(seen.text.length, next.text.slice(seen.text.length));
    }
    if (next.status && next.status !== seen.status) {
      sink.onStatus({ seq: next.seq, status: next.status });
    }
    seen = next;
    if (next.ending === null) return;
    stop();
    const notice = next.reason === null ? null : personText(next.reason);
    sink.onEnd({ seq: next.seq, ending: next.ending, notice });
  };
  const look = async () => {
    again = reading;
    if (reading) return;
    reading = true;
    try {
      show(await getRunSnapshot(actor, runId));
    } catch (error) {
      log().warn({ runId, err: error }, "a stored run could not be read");
    } finally {
      reading = false;
      if (again) void look();
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  const unwatch = watchRun(runId, () => void look());
  const stop = () => {
    clearInterval(timer);
    unwatch();
  };
  if (first.ending !== null) show(first);
  return stop;
}
