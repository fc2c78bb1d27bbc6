/**
 * Whose work comes next on the one thread. Answers that stream are written first; then work begins, by its precedence,
 * for what their words left of this turn of the event loop. The rest is for the next one.
 */
import { writeAll } from "./at-tick-end.ts";
import { type Precedence, waiting } from "./waiting.ts";

/** How long a turn of the loop is to take, in milliseconds: a pause between words that nobody notices. */
const TURN_MS = 26;
/** Work begins for what reading and writing words left of that, no longer than there is some, and for this long at least. */
const LEAST_MS = 4;
const EACH_MS = 1;
/** Whoever sees an end sends the next message: many ends at once would come back as many beginnings at once. */
const ENDS = 2;

/** Resolves when it is this one's turn; what awaits it goes on in its own async context, as after any promise. */
export function untilTurn(precedence: Precedence): Promise<void> {
  return new Promise((begin) => {
    waiting().work[precedence].push(begin);
    setImmediate(takeOne);
  });
}

/** One piece each time the loop calls: Node does what follows from a piece before it calls again, so that time counts. */
function takeOne(): void {
  const state = waiting();
  if (state.until === null) {
    openTurn();
    // One that ends in every turn of the loop: whoever else waits, runs do end.
    (shiftEnding() ?? shiftNext())?.();
    return;
  }
  state.workedAt = performance.now();
  const begin = state.workedAt < state.until ? shiftNext() : undefined;
  if (begin) begin();
  else setImmediate(takeOne);
}

/** What the loop has done since it last looked for work was to read and write words, or to wait for some. */
function openTurn(): void {
  writeAll();
  const state = waiting();
  const { "going-on": goingOn, beginning, ending } = state.work;
  const now = performance.now();
  const left = TURN_MS - (now - state.workedAt);
  const asked = (goingOn.length + beginning.length + Math.min(ENDS, ending.length)) * EACH_MS;
  state.workedAt = now;
  state.until = now + Math.max(LEAST_MS, Math.min(left, asked));
  state.ends = ENDS;
  setImmediate(() => {
    state.until = null;
  });
}

function shiftNext(): (() => void) | undefined {
  const { "going-on": goingOn, beginning } = waiting().work;
  return goingOn.shift() ?? beginning.shift() ?? shiftEnding();
}

function shiftEnding(): (() => void) | undefined {
  const state = waiting();
  if (state.ends === 0) return undefined;
  const begin = state.work.ending.shift();
  if (begin) state.ends -= 1;
  return begin;
}
