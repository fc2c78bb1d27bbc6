import "server-only";
/**
 * The head of one run's append-only log, in the memory of the process that holds the run's lease. Events get
 * their place here, reach local readers at once, and are stored by the next flush (decision 0007).
 */
import type { LogEvent, LogEventBody } from "../contracts/log-event.ts";
import type { PublicEndEvent, PublicStatusEvent } from "../contracts/public-event.ts";
import type { PublicStatus } from "../contracts/public-status.ts";

/** What a local reader of the public projection is told, as it happens. */
export type PublicListener = {
  onDelta(offset: number, text: string): void;
  onStatus(event: PublicStatusEvent): void;
  onEnd(event: PublicEndEvent): void;
};

export class RunLog {
  readonly runId: string;
  readonly answerMessageId: string;
  status: PublicStatus | null = null;
  publicSeq = 0;
  #text = "";
  #carry = "";
  #seq = 0;
  #pending: LogEvent[] = [];
  #shown = new Set<PublicStatus>();
  #listeners = new Set<PublicListener>();
  #ended: PublicEndEvent | null = null;
  readonly #onDirty: (log: RunLog) => void;

  constructor(runId: string, answerMessageId: string, onDirty: (log: RunLog) => void) {
    this.runId = runId;
    this.answerMessageId = answerMessageId;
    this.#onDirty = onDirty;
  }

  /** The answer as far as it is written. */
  get text(): string {
    return this.#text;
  }

  /** Appends a hidden event. */
  appendEvent(body: LogEventBody): void {
    this.#append(body, null);
  }

  /**
   * Tells the person what is going on. Each status is told once per run: how often it would change is a count
   * of calls, and that stays behind the glass.
   */
  emitStatus(status: PublicStatus): void {
    if (this.#shown.has(status)) return;
    this.#shown.add(status);
    this.status = status;
    this.publicSeq += 1;
    this.#append({ type: "status.changed", status }, this.publicSeq);
    for (const listener of this.#listeners) listener.onStatus({ seq: this.publicSeq, status });
  }

  /** Appends answer text. NUL is dropped and a surrogate pair is never torn: no store can hold either. */
  emitText(chunk: string): void {
    const [text, carry] = splitAtPair(this.#carry + chunk.replaceAll("\0", ""));
    this.#carry = carry;
    if (text === "") return;
    const offset = this.#text.length;
    this.#text += text;
    const newest = this.#pending.at(-1);
    if (newest?.body.type === "answer.delta") newest.body.text += text;
    else this.#append({ type: "answer.delta", offset, text }, null);
    for (const listener of this.#listeners) listener.onDelta(offset, text);
  }

  /** Appends the last event and returns what no flush has stored yet. Readers hear of it through `close`. */
  end(body: Extract<LogEventBody, { type: "run.ended" }>): LogEvent[] {
    this.publicSeq += 1;
    this.#append(body, this.publicSeq);
    return this.takePending();
  }

  /** Tells local readers that the run is over: only after its end was stored. */
  close(event: Omit<PublicEndEvent, "seq">): void {
    this.#ended = { seq: this.publicSeq, ...event };
    for (const listener of this.#listeners) listener.onEnd(this.#ended);
    this.#listeners.clear();
  }

  takePending(): LogEvent[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  /** Puts events back that a failed flush took. */
  restorePending(events: LogEvent[]): void {
    this.#pending = [...events, ...this.#pending];
  }

  /** @returns the function that ends the subscription */
  subscribe(listener: PublicListener): () => void {
    if (this.#ended) listener.onEnd(this.#ended);
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #append(body: LogEventBody, publicSeq: number | null): void {
    this.#seq += 1;
    const at = new Date().toISOString();
    this.#pending.push({ runId: this.runId, seq: this.#seq, publicSeq, at, body });
    this.#onDirty(this);
  }
}

/** @returns `[whole, carry]`: carry is a trailing high surrogate that waits for its other half, else empty */
function splitAtPair(text: string): [whole: string, carry: string] {
  const last = text.charCodeAt(text.length - 1);
  const torn = last >= 0xd800 && last <= 0xdbff;
  const whole = torn ? text.slice(0, -1) : text;
  return [whole.isWellFormed() ? whole : whole.toWellFormed(), torn ? text.slice(-1) : ""];
}
