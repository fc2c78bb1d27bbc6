/**
 * Assigns interpreters to conversations, and to each branch of one an interpreter of its own: a few stay warm, one spare is
 * ready, the others are closed.
 */
import "server-only";
import { isDeepStrictEqual } from "node:util";
import { processSlot } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import { FairGate, type Leave } from "../../gate/fair-gate.ts";
import { givesWay, takePlace } from "../../gate/shared-work.ts";
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

/** A cell that ran earlier on a branch, and succeeded. */
export type EarlierCell = { runId: string; code: string };

export type CellPlace = {
  /** Who shares the places with others. */
  person: string;
  conversationId: string;
  /** Absent: the conversation has no branches. */
  branch?: { runId: string; earlierCells(): Promise<readonly EarlierCell[]> };
};

type Session = {
  readonly conversationId: string;
  /** The runs whose cells this interpreter ran, oldest first. */
  runs: string[];
  /** What is to run before its first cell: that of the branch, so that its variables are here, too. */
  replay: readonly EarlierCell[];
  interpreter: Interpreter | null;
  /** Admits one cell at a time. */
  turns: FairGate;
  /** Number of cells that run or wait. */
  users: number;
};

export class InterpreterPool {
  readonly #options: PoolOptions;
  /** Least recently used first. */
  readonly #sessions = new Set<Session>();
  #spare: Promise<Interpreter | null> | null = null;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Runs one cell in the interpreter of its branch of the conversation. A branch that has none gets one in which the
   * branch's earlier cells run first: a cell reaches nothing outside, so that they do nothing twice. Cells of one conversation
   * run in order; those of different ones share the places of Python fairly between people.
   * @throws AppError `too-much-at-once`
   */
  async run(
    place: string | CellPlace,
    code: string,
    signal: AbortSignal,
    waits?: ToolContext["waits"],
  ): Promise<CellEnd> {
    const { person, ...own } =
      typeof place === "string" ? { person: place, conversationId: place } : place;
    const session = await this.#use(own);
    let leaveTurn: Leave | undefined;
    let leaveRunning: Leave | undefined;
    try {
      const turn = await session.turns.enter({ person: own.conversationId, signal, waits });
      if (turn === "aborted") return { kind: "aborted" };
      if (turn === "too-long") throw new AppError("too-much-at-once", { detail: "python" });
      leaveTurn = turn;
      const running = await takePlace("python", { person, signal, waits });
      if (running === "aborted") return { kind: "aborted" };
      leaveRunning = running;
      session.interpreter = await this.#interpreterOf(session);
      if (!session.interpreter) return { kind: "not-started" };
      await this.#replay(session, session.interpreter, signal);
      if (!session.interpreter.alive) session.interpreter = await this.#interpreterOf(session);
      if (!session.interpreter) return { kind: "not-started" };
      if (givesWay({ person })) session.interpreter.giveWay();
      return await session.interpreter.run(code, signal);
    } finally {
      leaveRunning?.();
      leaveTurn?.();
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
    for (const session of this.#sessions) session.interpreter?.close();
    this.#sessions.clear();
    (await this.#spare)?.close();
  }

  async #use({ conversationId, branch }: Omit<CellPlace, "person">): Promise<Session> {
    const cells = (await branch?.earlierCells()) ?? [];
    const before = cells.map(({ runId }) => runId).filter((runId) => runId !== branch?.runId);
    const known = [...this.#sessions].findLast(
      (one) => one.conversationId === conversationId && (!branch || isEndOf(before, one, branch)),
    );
    const session = known ?? {
      conversationId,
      runs: [],
      replay: cells,
      interpreter: null,
      turns: new FairGate({ places: 1, placesPerPerson: 1 }),
      users: 0,
    };
    if (!known) session.runs = [...new Set(before)];
    if (branch && !session.runs.includes(branch.runId)) session.runs.push(branch.runId);
    this.#sessions.delete(session);
    this.#sessions.add(session);
    session.users += 1;
    this.#evict();
    return session;
  }

  /** Stops at the first cell that does not end well: the model is told of what is not defined. */
  async #replay(session: Session, interpreter: Interpreter, signal: AbortSignal): Promise<void> {
    const cells = session.replay;
    session.replay = [];
    for (const { code } of cells) {
      const end = await interpreter.run(code, signal);
      if (end.kind !== "done") return;
    }
  }

  async #interpreterOf(session: Session): Promise<Interpreter | null> {
    if (session.interpreter?.alive) return session.interpreter;
    // The variables of earlier runs went with the interpreter that died.
    if (session.interpreter) session.runs = session.runs.slice(-1);
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
    for (const session of this.#sessions) {
      if (session.users > 0 || session.interpreter?.alive) alive += 1;
      else this.#sessions.delete(session);
    }
    for (const session of this.#sessions) {
      if (alive <= this.#options.maxWarm) return;
      if (session.users > 0) continue;
      session.interpreter?.close();
      this.#sessions.delete(session);
      alive -= 1;
    }
  }
}

/** Whether this interpreter ran what the branch ran last, and nothing else. */
function isEndOf(
  before: readonly string[],
  { runs }: Session,
  { runId }: { runId: string },
): boolean {
  const own = runs.filter((one) => one !== runId);
  const line = [...new Set(before)];
  return isDeepStrictEqual(own, own.length === 0 ? [] : line.slice(-own.length));
}

const held = processSlot<InterpreterPool>("python-pool");

/** The pool of this process. */
export function pythonPool(): InterpreterPool {
  held.value ??= createPythonPool(limitsFromSettings(), settings().PYTHON_MAX_WARM);
  return held.value;
}

/** Starts a spare. Returns at once; a failed start is tried again on demand. */
export function warmPython(): void {
  void pythonPool().warm();
}

/** Closes every interpreter. A later call opens a new pool. */
export async function stopPython(): Promise<void> {
  const pool = held.value;
  held.value = undefined;
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
