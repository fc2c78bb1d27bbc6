/** Canonical JSON (RFC 8785), and commitments to values that may be erased. Pure. */

import { sha256 } from "#crypto";
import { canonicalize } from "../contracts/json/canonical-json.ts";
import { utf8 } from "./bytes.ts";

/** @throws Error for what JSON cannot say */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("a value has no canonical JSON");
  return text;
}

/** @throws Error for what JSON cannot say */
export function canonical(value: unknown): Uint8Array {
  return utf8(canonicalText(value));
}

/** SHA-256(salt ‖ 0x0A ‖ canonical JSON): shows nothing of the value to whoever does not have the salt. */
export function commitTo(value: unknown, salt: string): Uint8Array {
  return commitToText(canonicalText(value), salt);
}

/** @param text canonical JSON */
export function commitToText(text: string, salt: string): Uint8Array {
  return sha256(utf8(`${salt}\n${text}`));
}
