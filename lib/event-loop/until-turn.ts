/**
 * Whose work comes next on the one thread. Answers that stream are written first; then work begins, by its precedence,
 * for no longer than a pause between their words may be. The rest is for the next turn of the event loop.
 */
import { writeAll } from "./at-tick-end.ts";
import { type Precedence, waiting } from "./waiting.ts";

/** How long work begins in one turn of the loop, in milliseconds: the more of it waits, the longer. */
const LEAST_MS = 1;
const EACH_MS = 0.25;
const MOST_MS = 10;

/** Resolves when it is this one's turn; what awaits it goes on in its own async context, as after any promise. */
export function untilTurn(precedence: Precedence): Promise<void> {
  return new Promise((begin) => {
    waiting().work[precedence].push(begin);
    setImmediate(takeOne);
  });
}

/** One piece each time the loop calls: Node does what follows from a piece before it calls again, so that time counts. */
function takeOne(): void {
  const { work, until } = waiting();
  if (until === null) {
    openTurn();
    // One that ends in every turn of the loop: whoever else waits, runs do end.
    (work.ending.shift() ?? shiftNext())?.();
  } else if (performance.now() < until) {
    shiftNext()?.();
  } else {
    setImmediate(takeOne);
  }
}

function openTurn(): void {
  writeAll();
  const state = waiting();
  const { "going-on": goingOn, beginning, ending } = state.work;
  const count = goingOn.length + beginning.length + ending.length;
  state.until = performance.now() + Math.min(MOST_MS, Math.max(LEAST_MS, count * EACH_MS));
  setImmediate(() => {
    state.until = null;
  });
}

function shiftNext(): (() => void) | undefined {
  const { "going-on": goingOn, beginning, ending } = waiting().work;
  return goingOn.shift() ?? beginning.shift() ?? ending.shift();
}
