/** The runs that this tab watches: one view each, kept up to date while somebody looks. */
import { waitBeforeRetry } from "./back-off.ts";
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

/** A tab that nobody sees leaves the stream to others after this long. */
const HIDDEN_LEAVE_MS = 10_000;
/** A remount within this time goes on with the same stream. */
const LINGER_MS = 1_000;
/** Without an answer for this long, what we hold is shown as it is. */
const SYNC_PATIENCE_MS = 1_500;

/** Watches one run. `onChange` is called at most once a frame, and at once when the run ends. */
export function watchRun(runId: string, start: RunView, onChange: () => void) {
  let run: WatchedRun = { ...start, frozenText: null, link: "open" };
  let frame = 0;
  let attending: AbortController | null = null;
  let leaveTimer: ReturnType<typeof setTimeout> | undefined;
  let lingerTimer: ReturnType<typeof setTimeout> | undefined;
  let audience = 0;

  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    onChange();
  };
  const set = (change: Partial<WatchedRun>) => {
    run = { ...run, ...change };
    if (run.ended) flush();
    else frame ||= requestAnimationFrame(flush);
  };
  const take = (input: RunInput): boolean => {
    const next = applyInput(run, input);
    if (next === "gap") return false;
    if (next !== run) set({ ...next, link: "open" });
    else if (run.link === "lost") set({ link: "open" });
    return true;
  };

  const lead = async (signal: AbortSignal, tell: (input: RunInput) => void) => {
    for (let attempt = 0; !signal.aborted && !run.ended; attempt += 1) {
      const onInput = (input: RunInput) => {
        attempt = 0;
        const isUseful = take(input);
        if (isUseful) tell(input);
        return isUseful && !run.ended;
      };
      const outcome = await readRunStream(runId, run.text.length, onInput, signal);
      if (outcome === "gone") return set({ link: "gone", isSynced: true });
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

  const attend = () => {
    clearTimeout(leaveTimer);
    if (attending || run.ended || run.link === "gone" || audience === 0) return;
    const stay = new AbortController();
    attending = stay;
    if (!run.isSynced) setTimeout(() => run.isSynced || set({ isSynced: true }), SYNC_PATIENCE_MS);
    const member = { lead, hear: take, recap, have: () => run.text.length };
    void joinRelay(runId, member, stay.signal).finally(() => {
      if (attending === stay) attending = null;
    });
  };
  const leave = () => {
    attending?.abort();
    attending = null;
  };
  const onVisibility = () => {
    if (document.visibilityState === "visible") attend();
    else leaveTimer = setTimeout(leave, HIDDEN_LEAVE_MS);
  };

  return {
    read: () => run,
    /** Holds back what still comes after Stop was pressed; null shows everything again. */
    freeze: (text: string | null) => set({ frozenText: text }),
    /** One more looks; call what it returns when that is over. */
    enter: () => {
      clearTimeout(lingerTimer);
      audience += 1;
      if (audience === 1) document.addEventListener("visibilitychange", onVisibility);
      attend();
      return () => {
        audience -= 1;
        if (audience > 0) return;
        document.removeEventListener("visibilitychange", onVisibility);
        lingerTimer = setTimeout(leave, LINGER_MS);
      };
    },
  };
}
