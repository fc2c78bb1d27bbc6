import "server-only";
/** Which conversation has which Python: a few stay warm, one spare waits, the rest are let go. */
import { createTurnstile, type Turnstile } from "../sandbox/create-turnstile.ts";
import type { CellEnd } from "./cell-end.ts";
import type { Interpreter } from "./start-interpreter.ts";

export type PoolOptions = {
  /** How many conversations keep their interpreter, and with it their variables. */
  maxWarm: number;
  start(): Promise<Interpreter>;
};

/** However many conversations ask at once, so many run; the others wait in line. */
const RUNNING_MIN = 4;

type Session = {
  interpreter: Interpreter | null;
  /** One cell at a time. */
  turns: Turnstile;
  /** Cells running or waiting. */
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
    this.#running = createTurnstile(Math.max(RUNNING_MIN, options.maxWarm));
  }

  /** Runs one cell in its conversation's own interpreter. Cells of one conversation follow each other. */
  async run(conversationId: string, code: string, signal: AbortSignal): Promise<CellEnd> {
    const session = this.#use(conversationId);
    const leaveTurn = await session.turns.enter(signal);
    const leaveRunning = leaveTurn === "aborted" ? leaveTurn : await this.#running.enter(signal);
    try {
      if (leaveRunning === "aborted") return { kind: "aborted" };
      session.interpreter = await this.#interpreterOf(session);
      if (!session.interpreter) return { kind: "not-started" };
      return await session.interpreter.run(code, signal);
    } finally {
      if (leaveRunning !== "aborted") leaveRunning();
      if (leaveTurn !== "aborted") leaveTurn();
      session.users -= 1;
      this.#letGo();
    }
  }

  /** Has a spare ready, unless one is. Resolves when it is, or could not be. */
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
    this.#letGo();
    return session;
  }

  async #interpreterOf(session: Session): Promise<Interpreter | null> {
    if (session.interpreter?.alive) return session.interpreter;
    const spare = await this.#takeSpare();
    return spare?.alive ? spare : this.#start();
  }

  /** The next spare starts at once: the next conversation should not wait either. */
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

  /** Dead ones leave the list; idle ones above the limit are closed, the least recently used first. */
  #letGo(): void {
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
