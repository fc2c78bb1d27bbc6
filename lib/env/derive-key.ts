/** Derives independent keys from one secret (HKDF, RFC 5869). */
import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/**
 * @param purpose the name of the key; different purposes give unrelated keys
 * @returns 32 bytes as base64url
 */
export function deriveKey(secret: string, purpose: string): string {
  const info = `halfsilver ${purpose}`;
  return Buffer.from(hkdfSync("sha256", secret, "", info, KEY_BYTES)).toString("base64url");
}
