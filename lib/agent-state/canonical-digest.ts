/** SHA-256 over RFC 8785 canonical JSON: the same value gives the same digest in any key order. */
import { hash } from "node:crypto";
import { canonicalize } from "../contracts/json/canonical-json.ts";
import { AgentStateError } from "./agent-state.ts";

/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export function sha256Hex(text: string): string {
  return hash("sha256", text);
}

/**
 * RFC 8785 canonical JSON.
 * @param what names the value in the error
 * @throws AgentStateError where the value has no JSON form: cycles, NaN, BigInt, a lone surrogate
 */
export function canonicalJson(value: unknown, what: string): string {
  try {
    const text = canonicalize(value);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new AgentStateError(what, "has no canonical JSON", { cause });
  }
  throw new AgentStateError(what, "has no canonical JSON");
}

/**
 * The digest of a tool call's arguments: lower-case hex. No arguments, `null` and `{}` are the same.
 * @throws AgentStateError with header `arguments` where they have no canonical JSON
 */
export function computeArgsDigest(args: unknown): string {
  return sha256Hex(canonicalJson(args ?? {}, "arguments"));
}
