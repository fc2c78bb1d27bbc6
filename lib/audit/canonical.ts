/** RFC 8785 canonical JSON, and commitments to values that may be erased. Pure. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** @throws Error for what JSON cannot say */
export function canonical(value: unknown): Uint8Array {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("a value has no canonical JSON");
  return Buffer.from(text);
}

/** SHA-256(salt ‖ 0x0A ‖ canonical JSON): shows nothing of the value to whoever does not have the salt. */
export function commitTo(value: unknown, salt: string): Uint8Array {
  const hash = createHash("sha256").update(`${salt}\n`).update(canonical(value));
  return new Uint8Array(hash.digest());
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
