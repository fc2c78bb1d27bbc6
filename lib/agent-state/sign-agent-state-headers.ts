/** The signature over a hop's headers, required between our own services. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type AgentStateHeaders, HEADER } from "./agent-state.ts";
import { AgentStateError } from "./agent-state-error.ts";
import { sha256Hex } from "./canonical-digest.ts";
import { type HeaderSource, readHeader } from "./read-header.ts";

/** A shared secret: text in UTF-8, or bytes. */
export type MacKey = string | Uint8Array;
export type MacCheck = { ok: true } | { ok: false; reason: "missing" | "malformed" | "mismatch" };

const MAC = /^v1=[A-Za-z0-9_-]{43}$/;

/** The four values, absent ones empty, joined by newline; null where one could forge a border. */
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
 * Whoever accepts the hop must also refuse a `hopKey` that it has accepted before.
 */
export function verifyAgentStateHeaders(headers: HeaderSource, key: MacKey): MacCheck {
  const mac = readHeader(headers, HEADER.mac);
  if (mac === undefined) return { ok: false, reason: "missing" };
  const signed = joinSigned(headers);
  if (signed === null || !MAC.test(mac)) return { ok: false, reason: "malformed" };
  // Texts are compared, not what they decode to: one signature has one spelling.
  const isSame = timingSafeEqual(Buffer.from(computeMac(signed, key)), Buffer.from(mac));
  return isSame ? { ok: true } : { ok: false, reason: "mismatch" };
}

/**
 * The identity of a hop, to refuse a replay: lower-case hex SHA-256 of the four signed values. A service
 * remembers it for as long as the hop's run may live. Each call must therefore be a hop of its own:
 * give it a `parentRef`, or something in `metadata`, that no other call has.
 *
 * @throws AgentStateError where a value holds a line end
 */
export function hopKey(headers: HeaderSource): string {
  const signed = joinSigned(headers);
  if (signed === null) throw new AgentStateError(HEADER.state, "a signed value holds a line end");
  return sha256Hex(signed);
}
