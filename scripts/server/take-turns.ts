/**
 * Whose work begins when. Answers that stream come first: a page or an action keeps the one thread for milliseconds, and all
 * that begins in one turn of the event loop is a pause between the words of everybody else.
 */

/** How much begins in one turn of the loop. An idle server's turns are short: nobody notices. */
const BEGIN_AT_ONCE = 3;

const waiting: (() => void)[] = [];
let isDue = false;

/** Begins in the order in which it was asked, once what streams has been written. `begin` deals with its own errors. */
export function inTurn(begin: () => void): void {
  waiting.push(begin);
  if (!isDue) callSoon();
}

function callSoon(): void {
  isDue = true;
  setImmediate(beginSome);
}

function beginSome(): void {
  const begun = waiting.splice(0, BEGIN_AT_ONCE);
  isDue = false;
  if (waiting.length > 0) callSoon();
  for (const begin of begun) begin();
}
