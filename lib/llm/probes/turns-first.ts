/** Probes wait while turns call a model: a local server answers one request after another. */
import "server-only";
import { processWide } from "../../env/process-wide.ts";

const state = processWide<{ calls: number; waiting: Set<() => void> }>(
  "model-calls-under-way",
  () => ({ calls: 0, waiting: new Set() }),
);

/** Counts a call of a turn while it runs. */
export async function duringTurnCall<Result>(call: () => Promise<Result>): Promise<Result> {
  const counted = state();
  counted.calls += 1;
  try {
    return await call();
  } finally {
    counted.calls -= 1;
    if (counted.calls === 0) for (const go of counted.waiting) go();
  }
}

/** Resolves when no turn calls a model, or when aborted. */
export async function untilNoTurnCalls(signal: AbortSignal): Promise<void> {
  const counted = state();
  while (counted.calls > 0 && !signal.aborted) {
    await new Promise<void>((resolve) => {
      const go = () => {
        counted.waiting.delete(go);
        signal.removeEventListener("abort", go);
        resolve();
      };
      counted.waiting.add(go);
      signal.addEventListener("abort", go, { once: true });
    });
  }
}
