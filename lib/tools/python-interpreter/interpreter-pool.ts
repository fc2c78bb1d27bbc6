import "server-only";
/** Assigns interpreters to conversations: a few stay warm, one spare is ready, the others are closed. */
import { availableParallelism } from "node:os";
import { settings } from "../../env/settings.ts";
import { PYTHON_LIMITS } from "../limits.ts";
import { createTurnstile, type Turnstile } from "../sandbox/create-turnstile.ts";
import type { ToolContext } from "../tool.ts";
import {
  dropSnapshot,
  ensureSnapshot,
  type InterpreterPaths,
  interpreterPaths,
} from "./ensure-snapshot.ts";
import {
  type CellEnd,
  type Interpreter,
  type InterpreterLimits,
  startInterpreter,
} from "./start-interpreter.ts";

export type PoolOptions = {
  /** How many idle conversations keep their interpreter, and with it their variables. */
  maxWarm: number;
  start(): Promise<Interpreter>;
};

type Session = {
  interpreter: Interpreter | null;
  /** Admits one cell at a time. */
  turns: Turnstile;
  /** Number of cells that run or wait. */
  users: number;
};

export class InterpreterPool {
  readonly #options: PoolOptions;
  readonly #running: Turnstile;
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>();
  #spare: Promise<Interpreter | null> | null = null;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { concurrentCellsMin } = PYTHON_LIMITS;
    const places = Math.max(concurrentCellsMin, options.maxWarm, availableParallelism());
    this.#running = createTurnstile(places);
  }

  /**
   * Runs one cell in its conversation's own interpreter. Cells of one conversation run in order; of different ones as
   * many at once as there are processors.
   */
  async run(
    conversationId: string,
    code: string,
    signal: AbortSignal,
    waits?: ToolContext["waits"],
  ): Promise<CellEnd> {
    const session = this.#use(conversationId);
    const mustWait = session.turns.isFull() || this.#running.isFull();
    if (mustWait) waits?.begin();
    const leaveTurn = await session.turns.enter(signal);
    const leaveRunning = leaveTurn === "aborted" ? leaveTurn : await this.#running.enter(signal);
    if (mustWait) waits?.end();
    try {
      if (leaveRunning === "aborted") return { kind: "aborted" };
      session.interpreter = await this.#interpreterOf(session);
      if (!session.interpreter) return { kind: "not-started" };
      return await session.interpreter.run(code, signal);
    } finally {
      if (leaveRunning !== "aborted") leaveRunning();
      if (leaveTurn !== "aborted") leaveTurn();
      session.users -= 1;
      this.#evict();
    }
  }

  /** Starts a spare unless there is one. Resolves when it has started or failed to. */
  async warm(): Promise<void> {
    this.#spare ??= this.#start();
    await this.#spare;
  }

  /** Kills every interpreter. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const session of this.#sessions.values()) session.interpreter?.close();
    this.#sessions.clear();
    (await this.#spare)?.close();
  }

  #use(conversationId: string): Session {
    const session = this.#sessions.get(conversationId) ?? {
      interpreter: null,
      turns: createTurnstile(1),
      users: 0,
    };
    this.#sessions.delete(conversationId);
    this.#sessions.set(conversationId, session);
    session.users += 1;
    this.#evict();
    return session;
  }

  async #interpreterOf(session: Session): Promise<Interpreter | null> {
    if (session.interpreter?.alive) return session.interpreter;
    const spare = await this.#takeSpare();
    return spare?.alive ? spare : this.#start();
  }

  /** Starts the next spare at once, so that the next new conversation does not wait. */
  #takeSpare(): Promise<Interpreter | null> | null {
    const spare = this.#spare;
    this.#spare = this.#start();
    return spare;
  }

  async #start(): Promise<Interpreter | null> {
    const interpreter = await this.#options.start().catch(() => null);
    if (!this.#closed) return interpreter;
    interpreter?.close();
    return null;
  }

  /** Removes dead interpreters, and closes idle ones above the limit, the least recently used first. */
  #evict(): void {
    let alive = 0;
    for (const [conversationId, session] of this.#sessions) {
      if (session.users > 0 || session.interpreter?.alive) alive += 1;
      else this.#sessions.delete(conversationId);
    }
    for (const [conversationId, session] of this.#sessions) {
      if (alive <= this.#options.maxWarm) return;
      if (session.users > 0) continue;
      session.interpreter?.close();
      this.#sessions.delete(conversationId);
      alive -= 1;
    }
  }
}

const KEY = Symbol.for("halfsilver.python-pool");
const store = globalThis as { [KEY]?: InterpreterPool };

/** The pool of this process. */
export function pythonPool(): InterpreterPool {
  store[KEY] ??= createPythonPool(limitsFromSettings(), settings().PYTHON_MAX_WARM);
  return store[KEY];
}

/** Starts a spare when the process starts. Returns at once; a failed start is tried again on demand. */
export function warmPython(): void {
  void pythonPool().warm();
}

/** Closes every interpreter. A later call opens a new pool. */
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
