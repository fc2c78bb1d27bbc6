/** Independent keys out of one secret. */
import { hkdfSync } from "node:crypto";

/**
 * HKDF, RFC 5869.
 * @param purpose the name of the key; different purposes give unrelated keys
 * @returns 32 bytes as base64url
 */
export function deriveKey(secret: string, purpose: string): string {
  const info = `halfsilver ${purpose}`;
  return Buffer.from(hkdfSync("sha256", secret, "", info, 32)).toString("base64url");
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The key that signs audit rows, for commands that do not read all settings. @returns null where there is no secret */
export function auditRowKey({ AUDIT_ROW_KEY, BETTER_AUTH_SECRET }: Environment): string | null {
  if (AUDIT_ROW_KEY) return AUDIT_ROW_KEY;
  return BETTER_AUTH_SECRET ? deriveKey(BETTER_AUTH_SECRET, "audit-row-key") : null;
}
