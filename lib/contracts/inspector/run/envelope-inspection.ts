/** The envelope that arrived at a hop: raw, decoded, and compared with that of the hop above. */
import * as z from "zod/mini";
import { DECODE_MAX_CHARS, HOP_INPUTS_MAX } from "../../limits.ts";
import { Payload } from "../events/inspected-event.ts";

const count = z.int().check(z.nonnegative());

const EnvelopeScope = z.enum(["AGENT", "ORCHESTRATOR", "GATEWAY", "SERVER", "TOOL"]);

/** A hop with its id, kind and node. */
export const HopName = z.strictObject({
  hopRef: z.string(),
  kind: z.string(),
  nodeId: z.string(),
});
export type HopName = z.infer<typeof HopName>;

/** `name` is null where it may contain somebody's text and this operator gets masked payloads. */
const ArrivedHeader = z.strictObject({ name: z.nullable(z.string()), value: Payload });
export type ArrivedHeader = z.infer<typeof ArrivedHeader>;

const ScopeVariable = z.strictObject({
  name: z.nullable(z.string()),
  value: Payload,
  /** Why it is not valid: an unknown version, a raw mandate; null where nothing is wrong. */
  finding: z.nullable(z.string()),
});

export const DecodedScope = z.strictObject({
  scope: EnvelopeScope,
  /** The hop that may write this scope: the nearest ancestor of the scope's kind; null where none is known. */
  owner: z.nullable(HopName),
  variables: z.array(ScopeVariable),
});
export type DecodedScope = z.infer<typeof DecodedScope>;

export const DecodedEnvelope = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    nodeId: z.string(),
    runId: z.nullable(z.string()),
    parentRef: z.nullable(z.string()),
    scopes: z.array(DecodedScope),
    /** Variables that were too large to travel. `restored`: they were stored and have been put back. */
    spilled: z.nullable(
      z.strictObject({ sha256: z.string(), bytes: z.nullable(count), restored: z.boolean() }),
    ),
    metadata: z.nullable(Payload),
  }),
  z.strictObject({
    ok: z.literal(false),
    /** The malformed header, and the reason. */
    header: z.string(),
    why: z.string(),
    /** The JSON part of the envelope, unchecked. */
    partial: z.nullable(Payload),
  }),
]);
export type DecodedEnvelope = z.infer<typeof DecodedEnvelope>;

export const SignatureVerdict = z.enum(["verified", "forged", "unsigned", "not-checked"]);
export type SignatureVerdict = z.infer<typeof SignatureVerdict>;

export const EnvelopeInspection = z.strictObject({
  headers: z.array(ArrivedHeader),
  /** Bytes of the names and values of all headers. */
  headerBytes: count,
  headerBudgetBytes: count,
  /** Bytes of `x-agent-state`; null where it is absent. */
  stateBytes: z.nullable(count),
  stateBudgetBytes: count,
  /** The envelope's version: 1 where it is absent; null where it cannot be read or is not a number. */
  version: z.nullable(z.number()),
  decoded: DecodedEnvelope,
  signature: z.strictObject({
    /** The hop's own verdict when the headers arrived, if it checked them. */
    recorded: z.nullable(SignatureVerdict),
    /** The verdict by the current key. */
    now: SignatureVerdict,
    why: z.string(),
  }),
});
export type EnvelopeInspection = z.infer<typeof EnvelopeInspection>;

export const EnvelopeChange = z.strictObject({
  change: z.enum(["added", "changed", "removed"]),
  /** Null: a field outside the scopes. */
  scope: z.nullable(EnvelopeScope),
  name: z.nullable(z.string()),
  before: z.nullable(Payload),
  after: z.nullable(Payload),
  /** True where the writer may not write this scope. */
  foreign: z.boolean(),
});
export type EnvelopeChange = z.infer<typeof EnvelopeChange>;

/** What a hop left: its own scope as it stood at its end, and how much the variables grew by it. */
export const LeftState = z.strictObject({
  scope: DecodedScope,
  /** Bytes of all variables as JSON: as they arrived, and with what the hop added. */
  arrivedBytes: count,
  leftBytes: count,
  metadata: Payload,
});
export type LeftState = z.infer<typeof LeftState>;

/** `GET /api/admin/runs/[runId]/hops/[hopRef]?seq=`: what arrived at a hop. */
export const HopEnvelope = z.strictObject({
  hop: HopName,
  /** `seq` of its start, and of all starts with this id. Several starts mean a duplicate. */
  seq: count,
  starts: z.array(count),
  at: z.iso.datetime(),
  parentRef: z.nullable(z.string()),
  /** Null where the log has no such hop. */
  parent: z.nullable(HopName),
  findings: z.array(z.strictObject({ seq: count, code: z.string(), detail: Payload })),
  /** Null where no headers arrived: the first hop of a run has none. */
  envelope: z.nullable(EnvelopeInspection),
  /** Compared with what arrived at the parent; null where one of the two cannot be read. */
  changes: z.nullable(z.array(EnvelopeChange)),
  /** Null where the hop has not ended, or the log does not say. */
  left: z.nullable(LeftState),
});
export type HopEnvelope = z.infer<typeof HopEnvelope>;

export const HopQuery = z.strictObject({
  seq: z.optional(z.coerce.number().check(z.int(), z.positive())),
});

/** Sizes of what a hop received, without content. */
export const HopInput = z.strictObject({
  seq: count,
  /** Bytes of `x-agent-state`; null where no envelope arrived. */
  stateBytes: z.nullable(count),
  /** Number of variables in all scopes; null where they cannot be counted. */
  variables: z.nullable(count),
  /** Bytes of variables that were too large to travel. */
  spilledBytes: z.nullable(count),
  signature: z.nullable(SignatureVerdict),
  /** Digest of a tool's arguments. */
  argsSha256: z.nullable(z.string()),
});
export type HopInput = z.infer<typeof HopInput>;

/** `GET /api/admin/runs/[runId]/hops?seqs=3,9,12`: `seq`s of starts. */
export const HopInputsQuery = z.strictObject({
  seqs: z
    .pipe(
      z.string().check(z.regex(/^\d{1,9}(,\d{1,9})*$/)),
      z.transform((text) => text.split(",").map(Number)),
    )
    .check(z.refine((seqs) => seqs.length <= HOP_INPUTS_MAX)),
});
export const HopInputs = z.strictObject({ hops: z.array(HopInput) });
export type HopInputs = z.infer<typeof HopInputs>;

/** Body of `POST /api/admin/decode`. Nothing of it is stored. */
export const DecodeRequest = z.strictObject({
  text: z.string().check(z.maxLength(DECODE_MAX_CHARS)),
});

export const DecodeAnswer = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    /** The format that the text was parsed as. */
    form: z.enum(["lines", "json", "value"]),
    /** Numbers, from 1, of the lines that are not headers. */
    ignoredLines: z.array(count),
    envelope: EnvelopeInspection,
  }),
  z.strictObject({ ok: z.literal(false), what: z.string(), why: z.string(), todo: z.string() }),
]);
export type DecodeAnswer = z.infer<typeof DecodeAnswer>;

/** Encodes a hop's id as one path segment: ids are arbitrary, and `.`, `..` or an empty id would change the path. */
export function hopAddress(runId: string, hopRef: string, seq?: number): string {
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/.test(hopRef);
  const part = isPlain ? hopRef : `~${toBase64Url(hopRef)}`;
  return `/api/admin/runs/${runId}/hops/${part}${seq === undefined ? "" : `?seq=${seq}`}`;
}

/** Decodes such a path segment. */
export function hopRefOf(part: string): string {
  if (!/^~[A-Za-z0-9_-]*$/.test(part)) return part;
  const bytes = atob(part.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
