/** One run that this tab watches: its view, updated while a component shows it. */
import type { PublicUpdate } from "@/lib/contracts/public/public-event.ts";
import { textFrom } from "@/lib/contracts/public/splice-text.ts";
import { noteSignedOut, untilSignedIn } from "../session/session-state.ts";
import { joinRelay } from "./run-relay.ts";
import { readRunStream } from "./run-stream.ts";
import { applyUpdate, type RunView } from "./run-view.ts";

export type WatchedRun = RunView & {
  /** What was shown when the person pressed Stop, until the run has ended. */
  readonly frozenText: string | null;
  /** `lost`: reconnecting. `gone`: this person has no such run. */
  readonly link: "open" | "lost" | "gone";
};

/** Text that comes in between is drawn together: more often is not seen, and takes the page's time. */
const PAINT_EVERY_MS = 50;

/** Watches one run. `onChange` is called at most once in `PAINT_EVERY_MS`, and at once when the run ends. */
export function watchRun(runId: string, start: RunView, onChange: () => void) {
  let run: WatchedRun = { ...start, frozenText: null, link: "open" };
  let cancelPaint: (() => void) | null = null;
  let paintedAt = Number.NEGATIVE_INFINITY;

  const paint = () => {
    cancelPaint?.();
    cancelPaint = null;
    paintedAt = performance.now();
    onChange();
  };
  const set = (change: Partial<WatchedRun>) => {
    run = { ...run, ...change };
    if (run.ended) paint();
    else cancelPaint ??= paintSoon(paint, paintedAt + PAINT_EVERY_MS);
  };
  const take = (update: PublicUpdate): boolean => {
    const next = applyUpdate(run, update);
    if (next === "gap") return false;
    if (next !== run) set({ ...next, link: "open" });
    else if (run.link === "lost") set({ link: "open" });
    return true;
  };
  /** Reads the stream, resuming where it broke, until the run is over. */
  const lead = async (signal: AbortSignal, tell: (update: PublicUpdate) => void) => {
    for (let attempt = 0; !signal.aborted && !run.ended; attempt += 1) {
      const onUpdate = (update: PublicUpdate) => {
        attempt = 0;
        const isUseful = take(update);
        if (isUseful) tell(update);
        return isUseful && !run.ended;
      };
      const outcome = await readRunStream(runId, run.text.length, onUpdate, signal);
      if (outcome === "gone") return set({ link: "gone" });
      if (outcome === "signed-out") {
        noteSignedOut(false);
        await untilSignedIn(signal);
      }
      if (signal.aborted || run.ended) return;
      if (outcome === "broken" && attempt > 0) set({ link: "lost" });
      await waitBeforeRetry(attempt, signal);
    }
  };
  const recap = (have: number): PublicUpdate[] => {
    if (!run.isSynced) return [];
    const { seq, status, position, since, kept } = run;
    const { offset, text } = textFrom(run.text, have);
    const told = { seq, status, position: position ?? undefined, forMs: Date.now() - since };
    return [{ type: "snapshot", offset, text, ...told }, ...kept];
  };
  const member = { lead, hear: take, recap, have: () => run.text.length };

  return {
    read: () => run,
    /** Freezes the shown text after Stop; null shows everything again. */
    freeze: (text: string | null) => set({ frozenText: text }),
    enter: runWhileSeen(
      (signal) => joinRelay(runId, member, signal),
      () => run.ended !== null || run.link === "gone",
    ),
  };
}

/** A tab that has been hidden for this long stops watching. */
const HIDDEN_LEAVE_MS = 10_000;
/** A component that is mounted again within this time finds its state unchanged. */
const LINGER_MS = 1_000;

/**
 * Runs a task while at least one component shows its result and the tab is visible.
 * @param task runs until its signal fires or it has nothing more to do
 * @param isOver true once the task has nothing more to do
 * @returns `enter`, which counts one more component; it returns the function that ends that
 */
function runWhileSeen(
  task: (signal: AbortSignal) => Promise<void>,
  isOver: () => boolean,
): () => () => void {
  let running: AbortController | null = null;
  let viewers = 0;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let lingerTimer: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    clearTimeout(hiddenTimer);
    if (running || viewers === 0 || isOver()) return;
    const stop = new AbortController();
    running = stop;
    void task(stop.signal).finally(() => {
      if (running === stop) running = null;
    });
  };
  const leave = () => {
    running?.abort();
    running = null;
  };
  const onVisibility = () => {
    if (document.visibilityState === "visible") run();
    else hiddenTimer = setTimeout(leave, HIDDEN_LEAVE_MS);
  };

  return () => {
    clearTimeout(lingerTimer);
    viewers += 1;
    if (viewers === 1) document.addEventListener("visibilitychange", onVisibility);
    run();
    return () => {
      viewers -= 1;
      if (viewers > 0) return;
      document.removeEventListener("visibilitychange", onVisibility);
      lingerTimer = setTimeout(leave, LINGER_MS);
    };
  };
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;

/**
 * The pause before a reconnect. It doubles with each attempt and is random, so that browsers do not reconnect together.
 * @param attempt from 0
 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(base * (0.7 + 0.6 * random()));
}

/** Resolves after the wait, when the browser is online again, or when the signal fires. */
function waitBeforeRetry(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const done = () => {
      clearTimeout(timer);
      stop.abort();
      resolve();
    };
    const timer = setTimeout(done, backOffMs(attempt));
    window.addEventListener("online", done, { signal: stop.signal });
    signal.addEventListener("abort", done, { signal: stop.signal });
    if (signal.aborted) done();
  });
}

/** A download fires `beforeunload`, too: a page that still exists after this long paints again. */
const LEAVING_MS = 3_000;

let leftAt = Number.NEGATIVE_INFINITY;
if (typeof window !== "undefined") {
  window.addEventListener("beforeunload", () => {
    leftAt = performance.now();
  });
}

/**
 * Paints in the next frame, but not while the page is unloading: a reload gets the answer as it is at the
 * press, and text that the old page painted later could be missing on the new page.
 * @param fromMs not before then, on the clock of the page
 * @returns the function that cancels it
 */
function paintSoon(paint: () => void, fromMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const attempt = () => {
    const rest = leftAt + LEAVING_MS - performance.now();
    if (rest > 0) timer = setTimeout(attempt, rest);
    else paint();
  };
  const early = fromMs - performance.now();
  const askFrame = () => {
    frame = requestAnimationFrame(attempt);
  };
  if (early > 0) timer = setTimeout(askFrame, early);
  else askFrame();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
