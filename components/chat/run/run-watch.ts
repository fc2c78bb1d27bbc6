/** One run that this tab watches: its view, kept up to date while somebody looks. */
import { attendWhileSeen } from "./attend-while-seen.ts";
import { waitBeforeRetry } from "./back-off.ts";
import { paintSoon } from "./paint-soon.ts";
import { readRunStream } from "./read-run-stream.ts";
import type { RunInput } from "./run-input.ts";
import { joinRelay } from "./run-relay.ts";
import { applyInput, type RunView } from "./run-view.ts";

export type WatchedRun = RunView & {
  /** The person pressed Stop: what was shown then, until the run has ended. */
  readonly frozenText: string | null;
  /** `lost`: trying to reach the server. `gone`: there is no such run for us. */
  readonly link: "open" | "lost" | "gone";
};

/** Watches one run. `onChange` is called at most once a frame, and at once when the run ends. */
export function watchRun(runId: string, start: RunView, onChange: () => void) {
  let run: WatchedRun = { ...start, frozenText: null, link: "open" };
  let takeBack: (() => void) | null = null;

  const flush = () => {
    takeBack?.();
    takeBack = null;
    onChange();
  };
  const set = (change: Partial<WatchedRun>) => {
    run = { ...run, ...change };
    if (run.ended) flush();
    else takeBack ??= paintSoon(flush);
  };
  const take = (input: RunInput): boolean => {
    const next = applyInput(run, input);
    if (next === "gap") return false;
    if (next !== run) set({ ...next, link: "open" });
    else if (run.link === "lost") set({ link: "open" });
    return true;
  };
  /** Reads the stream, again and again from where it broke, until the run is over. */
  const lead = async (signal: AbortSignal, tell: (input: RunInput) => void) => {
    for (let attempt = 0; !signal.aborted && !run.ended; attempt += 1) {
      const onInput = (input: RunInput) => {
        attempt = 0;
        const isUseful = take(input);
        if (isUseful) tell(input);
        return isUseful && !run.ended;
      };
      const outcome = await readRunStream(runId, run.text.length, onInput, signal);
      if (outcome === "gone") return set({ link: "gone" });
      if (signal.aborted || run.ended) return;
      if (outcome === "broken" && attempt > 0) set({ link: "lost" });
      await waitBeforeRetry(attempt, signal);
    }
  };
  const recap = (have: number): RunInput[] => {
    if (!run.isSynced) return [];
    const offset = have <= run.text.length ? have : 0;
    const { seq, status } = run;
    return [{ kind: "snapshot", offset, text: run.text.slice(offset), seq, status }];
  };
  const member = { lead, hear: take, recap, have: () => run.text.length };

  return {
    read: () => run,
    /** Holds back what still comes after Stop was pressed; null shows everything again. */
    freeze: (text: string | null) => set({ frozenText: text }),
    enter: attendWhileSeen(
      (signal) => joinRelay(runId, member, signal),
      () => run.ended !== null || run.link === "gone",
    ),
  };
}
