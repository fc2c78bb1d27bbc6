import "server-only";
/** Hops are recorded as they happen, with the parent they really had. */
import type { RunEventBody } from "../contracts/run-event.ts";

type HopStarted = Extract<RunEventBody, { type: "hop.started" }>;
type HopEnded = Extract<RunEventBody, { type: "hop.ended" }>;

export type Hop = {
  /** Unique within the run: `h1`, `h2`, … */
  readonly ref: string;
  end(outcome: HopEnded["outcome"]): void;
};

export type Hops = {
  start(hop: Pick<HopStarted, "kind" | "nodeId" | "parentRef">): Hop;
};

/** Numbers the hops of one run in the order in which they start. */
export function recordHops(record: (body: RunEventBody) => void): Hops {
  let count = 0;
  return {
    start(hop) {
      count += 1;
      const hopRef = `h${count}`;
      const startedAt = performance.now();
      record({ type: "hop.started", hopRef, ...hop });
      return {
        ref: hopRef,
        end: (outcome) =>
          record({ type: "hop.ended", hopRef, outcome, durationMs: performance.now() - startedAt }),
      };
    },
  };
}
