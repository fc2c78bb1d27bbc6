/** One secret, several keys: what knows one of them knows nothing of the others (HKDF, RFC 5869). */
import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/**
 * @param purpose names the key; another purpose gives an unrelated key
 * @returns 32 bytes as base64url
 */
export function deriveKey(secret: string, purpose: string): string {
  const info = `halfsilver ${purpose}`;
  return Buffer.from(hkdfSync("sha256", secret, "", info, KEY_BYTES)).toString("base64url");
}
