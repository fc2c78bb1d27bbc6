/** The envelope that arrived at a hop: raw, decoded, and changed since the hop above. */
import { z } from "zod";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().nonnegative();

const EnvelopeScope = z.enum(["AGENT", "ORCHESTRATOR", "GATEWAY", "SERVER", "TOOL"]);

/** A hop by name: which one, of which kind, at which node. */
export const HopName = z.strictObject({
  hopRef: z.string(),
  kind: z.string(),
  nodeId: z.string(),
});
export type HopName = z.infer<typeof HopName>;

/** A name is null where somebody may have written something into it and this operator's sight is masked. */
const ArrivedHeader = z.strictObject({ name: z.string().nullable(), value: Payload });
export type ArrivedHeader = z.infer<typeof ArrivedHeader>;

const ScopeVariable = z.strictObject({ name: z.string().nullable(), value: Payload });

export const DecodedScope = z.strictObject({
  scope: EnvelopeScope,
  /** The hop that may write this scope: the nearest one above of the scope's kind; null where none is known. */
  owner: HopName.nullable(),
  variables: z.array(ScopeVariable),
});
export type DecodedScope = z.infer<typeof DecodedScope>;

export const DecodedEnvelope = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    nodeId: z.string(),
    runId: z.string().nullable(),
    parentRef: z.string().nullable(),
    scopes: z.array(DecodedScope),
    /** Variables that were too large to travel: `restored` where they were kept and have been put back. */
    spilled: z
      .strictObject({ sha256: z.string(), bytes: count.nullable(), restored: z.boolean() })
      .nullable(),
    metadata: Payload.nullable(),
  }),
  z.strictObject({
    ok: z.literal(false),
    /** Which header is malformed, and why. */
    header: z.string(),
    why: z.string(),
    /** As much of the envelope as is JSON, unchecked. */
    partial: Payload.nullable(),
  }),
]);
export type DecodedEnvelope = z.infer<typeof DecodedEnvelope>;

export const SignatureVerdict = z.enum(["verified", "forged", "unsigned", "not-checked"]);
export type SignatureVerdict = z.infer<typeof SignatureVerdict>;

export const EnvelopeInspection = z.strictObject({
  headers: z.array(ArrivedHeader),
  /** Names and values of all headers. */
  headerBytes: count,
  headerBudgetBytes: count,
  /** The value of `x-agent-state`; null where there is none. */
  stateBytes: count.nullable(),
  stateBudgetBytes: count,
  /** What the envelope says; 1 where it says nothing; null where that cannot be read, or is no number. */
  version: z.number().nullable(),
  decoded: DecodedEnvelope,
  signature: z.strictObject({
    /** What the hop itself found as it arrived, where it looked. */
    recorded: SignatureVerdict.nullable(),
    /** What our key says of these headers now. */
    now: SignatureVerdict,
    why: z.string(),
  }),
});
export type EnvelopeInspection = z.infer<typeof EnvelopeInspection>;

export const EnvelopeChange = z.strictObject({
  change: z.enum(["added", "changed", "removed"]),
  /** Null: a field of the envelope itself. */
  scope: EnvelopeScope.nullable(),
  name: z.string().nullable(),
  before: Payload.nullable(),
  after: Payload.nullable(),
  /** True where whoever wrote it had no right to: the scope is not its own. */
  foreign: z.boolean(),
});
export type EnvelopeChange = z.infer<typeof EnvelopeChange>;

/** `GET /api/admin/runs/[runId]/hops/[hopRef]?seq=`: what arrived at a hop. */
export const HopEnvelope = z.strictObject({
  hop: HopName,
  /** `seq` of its start, and of every start under this id: more than one is a duplicate. */
  seq: count,
  starts: z.array(count),
  at: z.iso.datetime(),
  parentRef: z.string().nullable(),
  /** Null where the log has no such hop. */
  parent: HopName.nullable(),
  findings: z.array(z.strictObject({ seq: count, code: z.string(), detail: Payload })),
  /** Null where no headers arrived: the first hop of a run has none. */
  envelope: EnvelopeInspection.nullable(),
  /** Against what arrived at the parent; null where one of the two cannot be read. */
  changes: z.array(EnvelopeChange).nullable(),
});
export type HopEnvelope = z.infer<typeof HopEnvelope>;

export const HopQuery = z.strictObject({ seq: z.coerce.number().int().positive().optional() });

/** What was passed to a hop, in figures: nothing that anybody wrote. */
export const PassedToHop = z.strictObject({
  seq: count,
  /** Bytes of `x-agent-state`; null where no envelope arrived. */
  stateBytes: count.nullable(),
  /** How many variables, over all scopes; null where they cannot be counted. */
  variables: count.nullable(),
  /** Bytes of variables that were too large to travel. */
  spilledBytes: count.nullable(),
  signature: SignatureVerdict.nullable(),
  /** Of a tool's arguments. */
  argsSha256: z.string().nullable(),
});
export type PassedToHop = z.infer<typeof PassedToHop>;

/** Starts asked for at once. */
export const PASSED_HOPS_MAX = 250;

/** `GET /api/admin/runs/[runId]/hops?seqs=3,9,12`: the `seq`s of starts. */
export const PassedQuery = z.strictObject({
  seqs: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .transform((text) => text.split(",").map(Number))
    .refine((seqs) => seqs.length <= PASSED_HOPS_MAX),
});
export const PassedAnswer = z.strictObject({ hops: z.array(PassedToHop) });
export type PassedAnswer = z.infer<typeof PassedAnswer>;

/** Characters of headers that `/admin/decode` takes. */
export const DECODE_MAX_CHARS = 64 * 1024;

/** Body of `POST /api/admin/decode`. Nothing of it is stored. */
export const DecodeRequest = z.strictObject({ text: z.string().max(DECODE_MAX_CHARS) });

export const DecodeAnswer = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    /** How the text was read. */
    form: z.enum(["lines", "json", "value"]),
    /** Lines that are no headers, by number from 1. */
    ignoredLines: z.array(count),
    envelope: EnvelopeInspection,
  }),
  z.strictObject({ ok: z.literal(false), what: z.string(), why: z.string(), todo: z.string() }),
]);
export type DecodeAnswer = z.infer<typeof DecodeAnswer>;

/** A hop's id as one part of an address: ids are arbitrary, and `.`, `..` or nothing at all would change the path. */
export function hopAddress(runId: string, hopRef: string, seq?: number): string {
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(hopRef);
  const part = isPlain ? hopRef : `~${toBase64Url(hopRef)}`;
  return `/api/admin/runs/${runId}/hops/${part}${seq === undefined ? "" : `?seq=${seq}`}`;
}

/** The id that a part of an address names. */
export function hopRefOf(part: string): string {
  if (!/^~[A-Za-z0-9_-]*$/.test(part)) return part;
  const bytes = atob(part.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
