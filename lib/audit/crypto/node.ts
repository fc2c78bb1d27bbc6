/** What proofs need of cryptography, in Node. */
import { createPublicKey, hash, verify } from "node:crypto";

/** The header of the DER form of a public Ed25519 key. */
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");

export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  const whole = parts.length === 1 && only ? only : Buffer.concat(parts);
  return new Uint8Array(hash("sha256", whole, "buffer"));
}

/** @param publicKey 32 bytes @throws where it is none */
export function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_DER, publicKey]),
    format: "der",
    type: "spki",
  });
  return verify(null, message, key, signature);
}
