/** What proofs need of cryptography, in a browser: synchronous, so not WebCrypto. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 as hash } from "@noble/hashes/sha2.js";

export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = hash.create();
  for (const part of parts) whole.update(part);
  return whole.digest();
}

/** RFC 8032 as Node checks it. @param publicKey 32 bytes */
export function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return ed25519.verify(signature, message, publicKey, { zip215: false });
}
