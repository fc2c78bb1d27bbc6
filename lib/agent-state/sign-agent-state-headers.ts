/** The signature over a hop's headers, required between our own services. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { AgentStateError, type AgentStateHeaders, HEADER } from "./agent-state.ts";
import { type HeaderSource, readHeader } from "./agent-state-headers.ts";
import { sha256Hex } from "./canonical-digest.ts";

/** A shared secret: text in UTF-8, or bytes. */
export type MacKey = string | Uint8Array;
export type MacCheck = { ok: true } | { ok: false; reason: "missing" | "malformed" | "mismatch" };

const MAC = /^v1=[A-Za-z0-9_-]{43}$/;

/** The four values, absent ones empty, joined by newlines; null where a value contains a line end itself. */
function joinSigned(headers: HeaderSource): string | null {
  const names = [HEADER.nodeId, HEADER.runId, HEADER.parentRef, HEADER.state];
  const values = names.map((name) => readHeader(headers, name) ?? "");
  return values.some((value) => /[\r\n]/.test(value)) ? null : values.join("\n");
}

function computeMac(signed: string, key: MacKey): string {
  if (key.length === 0) throw new AgentStateError(HEADER.mac, "the key is empty");
  return `v1=${createHmac("sha256", key).update(signed, "utf8").digest("base64url")}`;
}

/**
 * Adds `x-agent-state-mac`: `v1=` and base64url of HMAC-SHA-256 over the four header values.
 * @throws AgentStateError where the key is empty or a value holds a line end
 */
export function signAgentStateHeaders(headers: AgentStateHeaders, key: MacKey): AgentStateHeaders {
  const signed = joinSigned(headers);
  if (signed === null) throw new AgentStateError(HEADER.mac, "a signed value holds a line end");
  return { ...headers, [HEADER.mac]: computeMac(signed, key) };
}

/**
 * Checks `x-agent-state-mac` in constant time.
 * The caller must also refuse a `hopKey` that it has accepted before.
 */
export function verifyAgentStateHeaders(headers: HeaderSource, key: MacKey): MacCheck {
  const mac = readHeader(headers, HEADER.mac);
  if (mac === undefined) return { ok: false, reason: "missing" };
  const signed = joinSigned(headers);
  if (signed === null || !MAC.test(mac)) return { ok: false, reason: "malformed" };
  // Compares the encoded texts, so that a signature has only one valid spelling.
  const isSame = timingSafeEqual(Buffer.from(computeMac(signed, key)), Buffer.from(mac));
  return isSame ? { ok: true } : { ok: false, reason: "mismatch" };
}

/**
 * The identity of a hop, to refuse replays: lower-case hex SHA-256 of the four signed values. A service stores it for
 * as long as the hop's run may last. Each call must therefore be unique, by its `parentRef` or its `metadata`.
 *
 * @throws AgentStateError where a value holds a line end
 */
export function hopKey(headers: HeaderSource): string {
  const signed = joinSigned(headers);
  if (signed === null) throw new AgentStateError(HEADER.state, "a signed value holds a line end");
  return sha256Hex(signed);
}
