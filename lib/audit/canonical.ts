/** RFC 8785 canonical JSON, and commitments to values that may be erased. Pure. */

import canonicalize from "canonicalize";
import { sha256 } from "#crypto";
import { utf8 } from "./bytes.ts";

/** @throws Error for what JSON cannot say */
export function canonical(value: unknown): Uint8Array {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("a value has no canonical JSON");
  return utf8(text);
}

/** SHA-256(salt ‖ 0x0A ‖ canonical JSON): shows nothing of the value to whoever does not have the salt. */
export function commitTo(value: unknown, salt: string): Uint8Array {
  return sha256(utf8(`${salt}\n`), canonical(value));
}
