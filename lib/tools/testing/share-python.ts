/**
 * One real interpreter for the tests of a process that are not about Python: to start one costs more than most tests. What
 * conversations and branches may know of each other needs interpreters of their own: `separatePython`.
 */
import "server-only";
import { afterAll, beforeAll } from "vitest";
import { ensureSnapshot, interpreterPaths } from "../python-interpreter/ensure-snapshot.ts";
import { InterpreterPool, stopPython } from "../python-interpreter/interpreter-pool.ts";
import { type Interpreter, startInterpreter } from "../python-interpreter/start-interpreter.ts";

const POOL = Symbol.for("halfsilver.python-pool");
const LENT = Symbol.for("of-tests.python");
const store = globalThis as { [POOL]?: InterpreterPool; [LENT]?: Promise<Interpreter> };

const LIMITS = { timeoutMs: 20_000, memoryMb: 256 };
/** As many conversations as one test file has. */
const MAX_WARM = 1_000;

/** Has the pool of this process lend the one interpreter to every conversation. */
export function sharePython(): void {
  store[POOL] = new InterpreterPool({ maxWarm: MAX_WARM, start: lend });
}

/** Call it once, at the top of a test file: each conversation gets its own interpreter, as in the product. */
export function separatePython(): void {
  beforeAll(stopPython);
  afterAll(stopPython);
}

/** To its borrower it looks new. */
async function lend(): Promise<Interpreter> {
  let isOpen = true;
  let cells = 0;
  const { pid } = await inTurn(interpreter);
  return {
    pid,
    get alive() {
      return isOpen;
    },
    async run(code, signal) {
      const end = await inTurn(async () => (await interpreter()).run(code, signal));
      if (end.kind !== "done") isOpen = false;
      else end.reply.fresh = cells++ === 0;
      return end;
    },
    close() {
      isOpen = false;
    },
  };
}

async function interpreter(): Promise<Interpreter> {
  const lent = await store[LENT];
  if (lent?.alive) return lent;
  const paths = interpreterPaths();
  store[LENT] = ensureSnapshot(paths).then((snapshot) => startInterpreter(paths, LIMITS, snapshot));
  return store[LENT];
}

let last: Promise<unknown> = Promise.resolve();

/** An interpreter runs one cell at a time. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
