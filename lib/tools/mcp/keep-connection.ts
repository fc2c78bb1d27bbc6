/** Keeps one MCP server connected, and reconnects with back-off when the session ends. */
import "server-only";
import type { McpServer } from "../../env/mcp-servers.ts";
import { type AskedOfUs, type McpSession, openSession, WHAT_IS_ASKED } from "./open-session.ts";

export type ConnectionOptions = {
  /** The session or its tools have changed. */
  onChange(): void;
  /** An attempt failed. */
  onUnavailable(server: string, error: unknown): void;
  /** The server asked for what no server gets. */
  onAsked(server: string, method: string): void;
  connectTimeoutMs: number;
  /** The pause before the next attempt, by the number of failures in a row. */
  retryAfterMs(failures: number): number;
};

const NOT_STARTED = "it does not start or answer";
const ENDED = "it ended the connection";

export class McpConnection {
  readonly server: McpServer;
  /** Why there is no session. */
  reason = "it is not connected yet";
  /** Resolves when the first attempt has succeeded or failed. */
  readonly firstAttempt: Promise<void>;
  /** What the server asked of us, over all sessions, by what it is. */
  readonly asked = new Map<string, AskedOfUs>();
  readonly #options: ConnectionOptions;
  #session: McpSession | null = null;
  #attempt: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(server: McpServer, options: ConnectionOptions) {
    this.server = server;
    this.#options = options;
    this.firstAttempt = this.connect();
  }

  get session(): McpSession | null {
    return this.#session;
  }

  /** Tries once unless a session is open. Concurrent callers share one attempt. Never rejects. */
  connect(): Promise<void> {
    this.#attempt ??= this.#open().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  /** Discards a session that a call found broken. */
  drop(session: McpSession): void {
    if (this.#session === session) this.#lose("the connection broke");
    void session.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#attempt;
    await this.#session?.close().catch(() => undefined);
  }

  async #open(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#closed || this.#session) return;
    let ended = false;
    let session: McpSession | undefined;
    const onEnd = () => {
      ended = true;
      if (session && this.#session === session) this.#lose(ENDED);
    };
    const events = {
      onEnd,
      onToolsChanged: () => this.#options.onChange(),
      onAsked: (method: string) => this.#count(method),
    };
    try {
      session = await openSession(this.server, events, this.#options.connectTimeoutMs);
      if (ended) throw new Error(ENDED);
    } catch (error) {
      this.#failures += 1;
      this.#options.onUnavailable(this.server.name, error);
      this.#lose(NOT_STARTED);
      return;
    }
    if (this.#closed) return session.close().catch(() => undefined);
    this.#session = session;
    this.#failures = 0;
    this.#options.onChange();
  }

  #count(method: string): void {
    const what = WHAT_IS_ASKED[method] ?? "other";
    const times = (this.asked.get(what)?.times ?? 0) + 1;
    this.asked.set(what, { what, times });
    if (times === 1) this.#options.onAsked(this.server.name, what);
  }

  #lose(reason: string): void {
    this.#session = null;
    this.reason = reason;
    if (this.#closed) return;
    this.#options.onChange();
    clearTimeout(this.#timer);
    const waitMs = this.#options.retryAfterMs(this.#failures);
    this.#timer = setTimeout(() => void this.connect(), waitMs).unref();
  }
}
