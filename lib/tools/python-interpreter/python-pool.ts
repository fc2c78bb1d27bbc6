import "server-only";
/** This process's one pool, made when first needed. */
import { settings } from "../../env/settings.ts";
import { dropSnapshot, ensureSnapshot } from "./ensure-snapshot.ts";
import { type InterpreterPaths, interpreterPaths } from "./interpreter-paths.ts";
import { InterpreterPool } from "./interpreter-pool.ts";
import { type Interpreter, type InterpreterLimits, startInterpreter } from "./start-interpreter.ts";

const KEY = Symbol.for("halfsilver.python-pool");
const store = globalThis as { [KEY]?: InterpreterPool };

export function pythonPool(): InterpreterPool {
  store[KEY] ??= createPythonPool(limitsFromSettings(), settings().PYTHON_MAX_WARM);
  return store[KEY];
}

/** Has one interpreter ready before the first person asks. Returns at once; what fails is tried again on demand. */
export function warmPython(): void {
  void pythonPool().warm();
}

/** Ends every interpreter. A later call begins anew. */
export async function stopPython(): Promise<void> {
  const pool = store[KEY];
  delete store[KEY];
  await pool?.close();
}

export function createPythonPool(limits: InterpreterLimits, maxWarm: number): InterpreterPool {
  return new InterpreterPool({ maxWarm, start: startFromSnapshot(interpreterPaths(), limits) });
}

function limitsFromSettings(): InterpreterLimits {
  const { PYTHON_TIMEOUT_MS: timeoutMs, PYTHON_MEMORY_MB: memoryMb } = settings();
  return { timeoutMs, memoryMb };
}

function startFromSnapshot(
  paths: InterpreterPaths,
  limits: InterpreterLimits,
): () => Promise<Interpreter> {
  let made: Promise<string | null> | null = null;
  return async () => {
    made ??= ensureSnapshot(paths);
    const snapshot = await made;
    try {
      return await startInterpreter(paths, limits, snapshot);
    } catch (error) {
      if (!snapshot) throw error;
      await dropSnapshot(paths);
      made = null;
      return startInterpreter(paths, limits, null);
    }
  };
}
