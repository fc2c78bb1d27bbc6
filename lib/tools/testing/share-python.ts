/**
 * One real interpreter for the tests of a process that are not about Python: to start one costs more than most tests. What
 * conversations and branches may know of each other needs interpreters of their own: `separatePython`.
 */
import "server-only";
import { afterAll, beforeAll } from "vitest";
import { processSlot } from "../../env/process-wide.ts";
import { ensureSnapshot, interpreterPaths } from "../python-interpreter/ensure-snapshot.ts";
import { InterpreterPool, stopPython } from "../python-interpreter/interpreter-pool.ts";
import { type Interpreter, startInterpreter } from "../python-interpreter/start-interpreter.ts";

const pool = processSlot<InterpreterPool>("python-pool");
/** Outlives the test files, as all that begins with `of-tests`. */
const lent = processSlot<Promise<Interpreter>>("of-tests.python");

const LIMITS = { timeoutMs: 20_000, memoryMb: 256 };
/** As many conversations as one test file has. */
const MAX_WARM = 1_000;

/** Has the pool of this process lend the one interpreter to every conversation. */
export function sharePython(): void {
  pool.value = new InterpreterPool({ maxWarm: MAX_WARM, start: lend });
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
    giveWay() {},
    close() {
      isOpen = false;
    },
  };
}

async function interpreter(): Promise<Interpreter> {
  const known = await lent.value;
  if (known?.alive) return known;
  const paths = interpreterPaths();
  lent.value = ensureSnapshot(paths).then((snapshot) => startInterpreter(paths, LIMITS, snapshot));
  return lent.value;
}

let last: Promise<unknown> = Promise.resolve();

/** An interpreter runs one cell at a time. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
