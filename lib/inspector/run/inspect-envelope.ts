/** Decodes, measures and checks headers for an operator. A malformed envelope becomes a finding. */
import "server-only";
import { z } from "zod";
import {
  AGENT_SCOPES,
  type AgentState,
  AgentStateError,
  HEADER,
  isVariablesRef,
} from "../../agent-state/agent-state.ts";
import { readHeader } from "../../agent-state/agent-state-headers.ts";
import { restoreSpilledState } from "../../agent-state/cap-agent-state.ts";
import { AGENT_STATE_MAX_BYTES, ALL_HEADERS_MAX_BYTES } from "../../agent-state/limits.ts";
import { verifyAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import type {
  DecodedEnvelope,
  EnvelopeInspection,
  HopName,
} from "../../contracts/inspector/run/envelope-inspection.ts";
import { byValue, parseAsWritten, toDoubles } from "../../contracts/json/exact-numbers.ts";
import { isRecord } from "../../contracts/read-json.ts";
import { Ap2, GatewayAnalytics } from "../../contracts/run/gateway-analytics.ts";
import { AgentExecution, OrchestratorPlan } from "../../deviation/payload-schemas.ts";
import { settings } from "../../env/settings.ts";
import * as text from "../../messages/inspector-findings.ts";
import * as texts from "../../messages/inspector-findings.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toDigest, toPayload, toSize } from "../to-payload.ts";
import { isOurHeader, isOurVariable, ownerOf } from "./envelope-scopes.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** The payloads with a version, by the name of their variable. */
const PAYLOADS: Readonly<Record<string, z.ZodType>> = {
  analytics: GatewayAnalytics,
  orchestrator_plan: OrchestratorPlan,
  agent_execution: AgentExecution,
};
/** Names of what refers to a mandate without holding it. */
const REFERENCE = /(?:_sha256|_id|_ref|_digest)$/i;
const SIGNED_TOKEN = /^eyJ[\w-]+\.[\w-]+/;

type ArrivedHeaders = Readonly<Record<string, string>>;
/** Spilled variables: canonical JSON under its digest. */
export type Spilled = { sha256: string; body: string };

export type Read =
  | { ok: true; state: AgentState; spilled: Spilled | null }
  | { ok: false; header: string; why: string };

export type InspectEnvelope = {
  headers: ArrivedHeaders;
  read: Read;
  /** The hops above, nearest first. */
  above: readonly HopName[];
  /** The hop's own verdict on the signature. */
  recorded: "verified" | "unsigned" | "forged" | null;
  access: PayloadAccess;
};

export function inspectEnvelope(given: InspectEnvelope): EnvelopeInspection {
  const { headers, access } = given;
  const value = readHeader(headers, HEADER.state);
  const peeked = peekEnvelope(value);
  const pairs = Object.entries(headers);
  return {
    headers: pairs.map(([name, text]) => ({
      name: access.level === "full" || isOurHeader(name) ? name : null,
      value: toPayload(text, access),
    })),
    headerBytes: toSize(
      pairs.reduce((sum, [name, text]) => sum + lineBytes(name, text), 0),
      access,
    ),
    headerBudgetBytes: ALL_HEADERS_MAX_BYTES,
    stateBytes: value === undefined ? null : toSize(Buffer.byteLength(value), access),
    stateBudgetBytes: AGENT_STATE_MAX_BYTES,
    version: peeked.version,
    decoded: projectRead(given, peeked.json),
    signature: checkSignature(headers, given.recorded),
  };
}

/** Restores spilled variables if they were stored. An unreadable envelope returns the reason. */
export function readEnvelope(decode: () => AgentState, spilled: Spilled | null): Read {
  try {
    const state = decode();
    if (!spilled || !isVariablesRef(state.variables)) return { ok: true, state, spilled: null };
    return { ok: true, state: restoreSpilledState(state, spilled.body), spilled };
  } catch (error) {
    if (!(error instanceof AgentStateError)) throw error;
    return { ok: false, header: error.header, why: error.why };
  }
}

function projectRead({ read, above, access }: InspectEnvelope, json: unknown): DecodedEnvelope {
  if (!read.ok) {
    const partial = json === undefined ? null : toPayload(json, access);
    return { ok: false, header: read.header, why: read.why, partial };
  }
  const { nodeId, runId, parentRef, variables, metadata } = read.state;
  return {
    ok: true,
    nodeId,
    runId: runId ?? null,
    parentRef: parentRef ?? null,
    scopes: AGENT_SCOPES.flatMap((scope) => {
      const values = variables && !isVariablesRef(variables) ? variables[scope] : undefined;
      if (!values) return [];
      const entries = projectVariables(values, access);
      return [{ scope, owner: ownerOf(scope, above), variables: entries }];
    }),
    spilled: projectSpilled(read, access),
    metadata: metadata ? toPayload(metadata, access) : null,
  };
}

/** The variables of one scope, each with what is wrong with it. */
export function projectVariables(values: Readonly<Record<string, unknown>>, access: PayloadAccess) {
  return Object.entries(values).map(([name, value]) => ({
    name: access.level === "full" || isOurVariable(name) ? name : null,
    value: toPayload(value, access),
    finding: checkPayload(name, toDoubles(value)),
  }));
}

function projectSpilled(
  { state, spilled }: Extract<Read, { ok: true }>,
  access: PayloadAccess,
): SpilledVariables | null {
  if (spilled) {
    const bytes = toSize(Buffer.byteLength(spilled.body), access);
    return { sha256: toDigest(spilled.sha256, access), bytes, restored: true };
  }
  if (!isVariablesRef(state.variables)) return null;
  const sha256 = toDigest(state.variables.$ref.replace("sha256:", ""), access);
  return { sha256, bytes: null, restored: false };
}

/** Size of `name: value` with its line end. */
function lineBytes(name: string, value: string): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value) + 4;
}

/** `json` is undefined where the text is not JSON. `version` is null where it is unreadable or not a number. */
type Peeked = { json: unknown; version: number | null };

/** @param value of `x-agent-state` */
function peekEnvelope(value: string | undefined): Peeked {
  if (value === undefined) return { json: undefined, version: null };
  try {
    const json = parseAsWritten(Buffer.from(value.trim(), "base64").toString("utf8"));
    // What is nested too deep to be written cannot be shown.
    JSON.stringify(json);
    if (typeof json !== "object" || json === null) return { json, version: null };
    const version: unknown = "version" in json ? byValue(json.version) : 1;
    return { json, version: typeof version === "number" ? version : null };
  } catch {
    return { json: undefined, version: null };
  }
}

type SpilledVariables = NonNullable<Extract<DecodedEnvelope, { ok: true }>["spilled"]>;

type Signature = EnvelopeInspection["signature"];

const REASONS = {
  missing: text.thereIsNoSignature,
  malformed: text.theSignatureIsMalformed,
  mismatch: text.theSignatureIsNotOurs,
};

/** @param recorded the hop's own verdict when the headers arrived */
function checkSignature(
  headers: Readonly<Record<string, string>>,
  recorded: Signature["recorded"],
): Signature {
  if (readHeader(headers, HEADER.state) === undefined) {
    return { recorded, now: "not-checked", why: text.thereIsNothingToCheck() };
  }
  const check = verifyAgentStateHeaders(headers, settings().AGENT_STATE_KEY);
  if (check.ok) return { recorded, now: "verified", why: text.ourKeyMakesTheSameSignature() };
  const now = check.reason === "missing" ? "unsigned" : "forged";
  return { recorded, now, why: REASONS[check.reason]() };
}

/**
 * Checks the versioned payloads of an envelope. An unknown version is never read as a known one.
 * @returns why a variable is not valid, without any of its text; null where nothing is wrong
 */
function checkPayload(name: string, value: unknown): string | null {
  if (holdsMandate(name, value)) return texts.rawMandate();
  const schema = Object.hasOwn(PAYLOADS, name) ? PAYLOADS[name] : undefined;
  if (!schema) return null;
  const version = isRecord(value) ? value.version : undefined;
  if (version !== 1) {
    return typeof version === "number"
      ? texts.unknownVersion({ payload: name, version })
      : texts.noVersion({ payload: name });
  }
  return schema.safeParse(value).success ? null : texts.payloadDoesNotFit({ payload: name });
}

/** True where a mandate itself stands in the value, not its ids and digests. Bounded by the envelope's size and depth. */
function holdsMandate(name: string, value: unknown): boolean {
  if (name === "ap2") return !Ap2.safeParse(value).success;
  if (/mandate/i.test(name) && !REFERENCE.test(name)) {
    return value !== null && value !== "" && !sha256.safeParse(value).success;
  }
  if (typeof value === "string") return SIGNED_TOKEN.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([inner, item]) => holdsMandate(inner, item));
}
