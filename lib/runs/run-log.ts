/**
 * The head of one run's append-only log, in the memory of the process that holds the run's lease. Events get
 * their place here, reach local readers at once, and are stored by the next flush (decision 7).
 */
import "server-only";
import {
  isKept,
  type KeptEvent,
  PUBLIC_EVENT_TYPES,
  type PublicEvent,
  type PublicSnapshot,
} from "../contracts/public/public-event.ts";
import type { PublicStatus } from "../contracts/public/public-status.ts";
import { replaceFrom } from "../contracts/public/splice-text.ts";
import { toPublicEvent } from "../contracts/public/to-public-event.ts";
import type { LogEvent, LogEventBody } from "../contracts/run/log-event.ts";
import { type Chain, NEW_CHAIN, type SignedEvent, signEvents } from "../db/runs/signed-event.ts";
import type { LogHead } from "./takeover/log-head.ts";

/** A local reader of the public projection. */
export type PublicListener = (event: PublicEvent) => void;

/** `onGone`: another process has the run from now on, or will have it. */
type Reader = { listener: PublicListener; onGone: () => void };

const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_EVENT_TYPES);

/** Statuses of waiting for something. Each is told once per run. */
const WAITS: ReadonlySet<PublicStatus> = new Set(["starting", "queued", "waiting"]);

type RunEnded = Extract<LogEventBody, { type: "run.ended" }>;

export class RunLog {
  readonly runId: string;
  readonly answerMessageId: string;
  /** Another process began it: what a reader has of the answer may never have been stored. */
  readonly isTakenOver: boolean;
  #status: PublicStatus | null = null;
  /** In the queue for a free place, while that is the status. */
  #position: number | undefined;
  /** When the status was told: milliseconds since 1970. */
  #statusAt = Date.now();
  #publicSeq = 0;
  /** What was told and is told again to readers who begin later, after the snapshot. */
  readonly kept: KeptEvent[] = [];
  #text = "";
  #carry = "";
  #seq = 0;
  #pending: LogEvent[] = [];
  /** Taken by a flush, and not known to be stored yet. */
  #taken: SignedEvent[] = [];
  /** Events of a failed flush. The next flush writes them first. */
  #again: SignedEvent[] = [];
  #chain: Chain;
  /** The newest event while text may still be added to it. An event that a flush has sent stays unchanged. */
  #growing: Extract<LogEventBody, { type: "answer.delta" }> | null = null;
  #shown = new Set<PublicStatus>();
  #readers = new Set<Reader>();
  /** What readers were not told, because the lease may have been over. */
  #untold: PublicEvent[] = [];
  #heldUntil = Number.POSITIVE_INFINITY;
  #isFrozen = false;
  #ended: PublicEvent | null = null;
  readonly #onDirty: (log: RunLog) => void;

  /** @param head where the log stands, if another process began it */
  constructor(
    runId: string,
    answerMessageId: string,
    onDirty: (log: RunLog) => void,
    head: LogHead | null = null,
  ) {
    this.runId = runId;
    this.answerMessageId = answerMessageId;
    this.#onDirty = onDirty;
    this.isTakenOver = head !== null;
    this.#chain = head?.chain ?? NEW_CHAIN;
    if (!head) return;
    this.#seq = head.seq;
    this.#publicSeq = head.publicSeq;
    this.#text = head.text;
    this.#shown = new Set(head.statuses);
    this.kept.push(...head.kept);
    this.#status = head.statuses.at(-1) ?? null;
  }

  /** The answer so far. */
  get text(): string {
    return this.#text;
  }

  /** What stands now: all of the answer. */
  snapshot(): PublicSnapshot {
    const { answerMessageId, text } = this;
    const forMs = Math.max(0, Date.now() - this.#statusAt);
    const told = { seq: this.#publicSeq, status: this.#status, position: this.#position, forMs };
    return { type: "snapshot", answerMessageId, offset: 0, text, ...told };
  }

  /** Appends an event. A public one gets the next public number and reaches local readers. Text has `emitText`. */
  appendEvent(body: LogEventBody): void {
    if (this.#isFrozen) return;
    const isPublic = PUBLIC.has(body.type);
    if (isPublic) this.#publicSeq += 1;
    this.#append(body, isPublic ? this.#publicSeq : null);
    if (isPublic) this.#tell(body);
  }

  /**
   * Tells the person the status. Each status is sent once per run, because the number of changes would reveal the
   * number of calls; but a wait that is over must not go on being told, so what follows it is sent again. Who waits in a
   * queue is told each new position.
   */
  emitStatus(status: PublicStatus, position?: number): void {
    const isAfterWait = this.#status !== null && WAITS.has(this.#status) && !WAITS.has(status);
    const isMove = this.#status === status && position !== undefined;
    if (this.#shown.has(status) && !isAfterWait && !isMove) return;
    this.#position = position;
    this.#shown.add(status);
    this.#status = status;
    if (!isMove) this.#statusAt = Date.now();
    this.appendEvent({
      type: "status.changed",
      status,
      ...(position === undefined ? {} : { position }),
    });
  }

  /** Appends answer text. Drops NUL and never splits a surrogate pair, because PostgreSQL can store neither. */
  emitText(chunk: string): void {
    if (this.#isFrozen) return;
    const [text, carry] = splitAtPair(this.#carry + chunk.replaceAll("\0", ""));
    this.#carry = carry;
    if (text === "") return;
    const offset = this.#text.length;
    this.#text += text;
    if (this.#growing) this.#growing.text += text;
    else {
      const delta = { type: "answer.delta" as const, offset, text };
      this.#append(delta, null);
      this.#growing = delta;
    }
    this.#tell({ type: "answer.delta", offset, text });
  }

  /** Replaces what stands from `offset` on, the start of an earlier piece of text. */
  restartText(offset: number, text: string): void {
    const whole = text.replaceAll("\0", "").toWellFormed();
    this.#carry = "";
    this.#text = replaceFrom(this.#text, { offset, text: whole });
    this.appendEvent({ type: "answer.restarted", offset, text: whole });
  }

  /** Appends the last event and returns all events that are neither stored nor with a flush. `close` tells the readers. */
  end(body: RunEnded): SignedEvent[] {
    this.#publicSeq += 1;
    this.#append(body, this.#publicSeq);
    this.#isFrozen = true;
    return this.takePending();
  }

  /** What a version without MACs began of it. */
  get chain(): Pick<Chain, "unsigned" | "begun"> {
    return this.#chain;
  }

  /** Tells local readers that the run is over: only after its end was stored. */
  close(end: Omit<RunEnded, "type">): void {
    this.hold(Number.POSITIVE_INFINITY);
    this.#ended = this.#tell({ type: "run.ended", ...end });
    this.#readers.clear();
  }

  /**
   * The lease holds until this time, by `performance.now()`. Later than that another process may have the run, and this
   * one says nothing until it knows that it still has the lease.
   */
  hold(until: number): void {
    this.#heldUntil = until;
    for (const event of this.#untold.splice(0)) this.#deliver(event);
  }

  /** Whether the lease certainly holds now. */
  get isHeld(): boolean {
    return performance.now() <= this.#heldUntil;
  }

  /** Takes nothing more: what was appended until now is all that another process goes on from. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** Sends local readers away, to where the run goes on. */
  abandon(): void {
    this.#isFrozen = true;
    for (const { onGone } of this.#readers) onGone();
    this.#readers.clear();
  }

  /** What waits, signed. An event is signed once, so that a repeated write stores the same. */
  takePending(): SignedEvent[] {
    const signed = signEvents(this.#pending, this.#chain.mac);
    const mac = signed.at(-1)?.signed.mac ?? this.#chain.mac;
    this.#chain = { ...this.#chain, mac };
    this.#taken = [...this.#again, ...signed];
    this.#again = [];
    this.#pending = [];
    this.#growing = null;
    return this.#taken;
  }

  /** The events that were taken last are stored. */
  confirmTaken(): void {
    this.#taken = [];
  }

  /** Puts back the events of a failed flush. */
  restorePending(events: SignedEvent[]): void {
    this.#taken = [];
    this.#again = events;
  }

  /** True while an event of this type is not stored. */
  hasUnstored(type: LogEventBody["type"]): boolean {
    return [...this.#taken, ...this.#again, ...this.#pending].some(
      ({ body }) => body.type === type,
    );
  }

  /** @returns the function that ends the subscription */
  subscribe(listener: PublicListener, onGone: () => void = () => undefined): () => void {
    const reader = { listener, onGone };
    if (this.#ended) listener(this.#ended);
    else this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  #tell(body: LogEventBody): PublicEvent | null {
    const event = toPublicEvent({ publicSeq: this.#publicSeq, body });
    if (!event) return null;
    if (this.isHeld) this.#deliver(event);
    else this.#untold.push(event);
    return event;
  }

  #deliver(event: PublicEvent): void {
    if (isKept(event)) this.kept.push(event);
    for (const { listener } of this.#readers) listener(event);
  }

  #append(body: LogEventBody, publicSeq: number | null): void {
    this.#seq += 1;
    this.#growing = null;
    const at = new Date().toISOString();
    this.#pending.push({ runId: this.runId, seq: this.#seq, publicSeq, at, body });
    this.#onDirty(this);
  }
}

/** @returns `[whole, carry]`: carry is a trailing high surrogate without its other half, else empty */
function splitAtPair(text: string): [whole: string, carry: string] {
  const last = text.charCodeAt(text.length - 1);
  const torn = last >= 0xd800 && last <= 0xdbff;
  const whole = torn ? text.slice(0, -1) : text;
  return [whole.isWellFormed() ? whole : whole.toWellFormed(), torn ? text.slice(-1) : ""];
}
