/** Events of a run as they are stored: masked, signed, each with the MAC of the one before it, and as rows. */
import "server-only";
import { randomUUID } from "node:crypto";
import { toHex } from "../../audit/bytes.ts";
import { commitToText } from "../../audit/canonical.ts";
import { type LogEnd, signEvent } from "../../audit/crypto/event-mac.ts";
import { PUBLIC_EVENT_TYPES } from "../../contracts/public/public-event.ts";
import type { LogEvent, LogEventBody, LogEventType } from "../../contracts/run/log-event.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { presentRowKey } from "../audit/trail-keys.ts";
import { storableCanonical } from "../storable-json.ts";

/** The form of the payloads that are written. A new one needs a branch in `upcast_run_event` (prisma/sql). */
const EVENT_VERSION = 1;

const PUBLIC = new Set<string>(PUBLIC_EVENT_TYPES);

/** Types of the columns of a row that is sent as JSON. */
export const EVENT_TYPES = {
  run_id: "uuid",
  seq: "int",
  public_seq: "int",
  at: "timestamptz",
  type: "text",
  visibility: "text",
  hop_ref: "text",
  event_version: "smallint",
  payload: "jsonb",
  salt: "uuid",
  mac: "bytea",
} as const;

/** Signed once: a repeated write stores the same. */
export type SignedEvent = LogEvent & {
  signed: {
    /** As it is stored, as JSON. */
    payload: string;
    salt: string;
    before: Uint8Array | null;
    mac: Uint8Array;
  };
};

/** Where the chain of a run's MACs stands. */
export type Chain = {
  /** MAC of the newest event. Null if there is no event, or it has none. */
  mac: Uint8Array | null;
  /** Events of a version that signed none. */
  unsigned: number;
  /** Whether the application created the run. Null: a version did that signed no runs. */
  begun: boolean | null;
};

export const NEW_CHAIN: Chain = { mac: null, unsigned: 0, begun: true };

/** @param before the MAC of the event before the first of them */
export function signEvents(events: readonly LogEvent[], before: Uint8Array | null): SignedEvent[] {
  let last = before;
  return events.map((event) => {
    const signed = sign(event, last);
    last = signed.signed.mac;
    return signed;
  });
}

function sign(event: LogEvent, before: Uint8Array | null): SignedEvent {
  const payload = payloadOf(event);
  const salt: string = randomUUID();
  const { runId, seq, publicSeq, at } = event;
  const facts = { runId, seq, publicSeq, at, ...columnsOfBody(event) };
  const commitment = commitToText(payload, salt);
  const mac = signEvent(presentRowKey(), { ...facts, payload: commitment }, before);
  return { ...event, signed: { payload, salt, before, mac } };
}

/** An event that says something else than when it was signed. It is the last one. */
export function signAgain({ signed, ...event }: SignedEvent, body: LogEvent["body"]): SignedEvent {
  return sign({ ...event, body }, signed.before);
}

/** What the row of a run's end says of its log. @param events the newest ones, the last of which ends the run */
export function endOfLog(
  events: readonly SignedEvent[],
  { unsigned, begun }: Pick<Chain, "unsigned" | "begun">,
): LogEnd | undefined {
  const last = events.at(-1);
  if (!last) return undefined;
  return {
    events: last.seq,
    mac: toHex(last.signed.mac),
    ...(unsigned > 0 && { unsigned }),
    ...(begun !== null && { begun }),
  };
}

function columnsOfBody({ body }: LogEvent) {
  const visibility = PUBLIC.has(body.type) ? "public" : "hidden";
  const hopRef = "hopRef" in body ? (body.hopRef ?? null) : null;
  return { type: body.type, visibility, hopRef, version: EVENT_VERSION };
}

/** Canonical JSON of what the database will have. */
function payloadOf({ body }: LogEvent): string {
  const { type: _, ...payload } = maskEvent(body);
  return storableCanonical(payload);
}

/** The rows of a batch, as JSON whose keys are the columns. */
export function toEventRows(events: readonly SignedEvent[]): string {
  return `[${events.map(toRow).join(",")}]`;
}

function toRow(event: SignedEvent): string {
  const { runId, seq, publicSeq, at, signed } = event;
  const { type, visibility, hopRef, version } = columnsOfBody(event);
  const columns = {
    run_id: runId,
    seq,
    public_seq: publicSeq,
    at,
    type,
    visibility,
    hop_ref: hopRef,
    event_version: version,
    salt: signed.salt,
    mac: `\\x${toHex(signed.mac)}`,
  } satisfies Record<Exclude<keyof typeof EVENT_TYPES, "payload">, unknown>;
  // The payload is JSON already.
  return `${JSON.stringify(columns).slice(0, -1)},"payload":${signed.payload}}`;
}

/**
 * The fields of each type that hold what a model, a tool, a provider or another run wrote. Arguments and results of tools are
 * masked where they arise, because later prompts contain them; headers and envelopes are signed as they are.
 */
const TEXTS: Record<LogEventType, readonly string[]> = {
  "run.started": [],
  "run.continued": ["results"],
  "run.taken_over": [],
  "hop.started": [],
  "hop.ended": ["result"],
  "state.loaded": [],
  "state.saved": [],
  "model.called": [],
  "model.queued": [],
  "model.retried": [],
  "model.refused": ["reply"],
  "model.answered": ["reasoning"],
  "tool.called": [],
  "tool.returned": [],
  "sources.numbered": [],
  "citations.invented": [],
  "policy.decided": [],
  "policy.violated": [],
  "plan.made": ["plan"],
  "plan.frozen": [],
  "plan.refused": ["reason"],
  "route.chosen": ["reason"],
  "execution.recorded": [],
  "execution.claimed": ["claims"],
  "context.changed": ["change"],
  "context.refused": ["reason"],
  "envelope.finding": ["detail"],
  "approval.requested": [],
  "approval.decided": [],
  "deviation.scored": [],
  "run.noted": ["detail"],
  "documents.kept": [],
  "sources.shown": [],
  "status.changed": [],
  "answer.delta": [],
  "answer.restarted": [],
  "run.ended": [],
};

/**
 * Masks the hidden texts of an event. What the person reads stays as they read it: their answer, and the text of the calls
 * that it is made of.
 * @returns the same body where nothing was found
 */
function maskEvent(body: LogEventBody): LogEventBody {
  const names = TEXTS[body.type];
  if (names.length === 0) return body;
  const fields = body as Record<string, unknown>;
  const masked = names.flatMap((name): [string, unknown][] => {
    const { value, redactions } = sanitise(fields[name]);
    return redactions > 0 ? [[name, value]] : [];
  });
  return masked.length === 0 ? body : { ...body, ...Object.fromEntries(masked) };
}
