/** Fills in missing settings that follow from others. */
import { hkdfSync } from "node:crypto";

type Given = {
  PORT: number;
  BETTER_AUTH_SECRET: string;
  HALFSILVER_ORIGIN?: string;
  UMS_BASE_URL?: string;
  UMS_SERVICE_KEY?: string;
  UMS_OPERATOR_KEY?: string;
  AGENT_STATE_KEY?: string;
  AUDIT_SIGNING_KEY?: string;
};

type Derived = { KNOWN_DEVICE_KEY: string };

export function fillSettings<Some extends Given>(given: Some): Some & Required<Given> & Derived {
  const secret = given.BETTER_AUTH_SECRET;
  const origin = given.HALFSILVER_ORIGIN ?? `http://127.0.0.1:${given.PORT}`;
  return {
    ...given,
    HALFSILVER_ORIGIN: origin,
    UMS_BASE_URL: given.UMS_BASE_URL ?? new URL("/api/ums", origin).href,
    UMS_SERVICE_KEY: given.UMS_SERVICE_KEY ?? deriveKey(secret, "ums-service-key"),
    UMS_OPERATOR_KEY: given.UMS_OPERATOR_KEY ?? deriveKey(secret, "ums-operator-key"),
    AGENT_STATE_KEY: given.AGENT_STATE_KEY ?? deriveKey(secret, "agent-state-key"),
    AUDIT_SIGNING_KEY: given.AUDIT_SIGNING_KEY ?? deriveKey(secret, "audit-signing-key"),
    // Not a setting of its own: a lost one costs nothing but a slower sign-in.
    KNOWN_DEVICE_KEY: deriveKey(secret, "known-device-key"),
  };
}

/**
 * Derives independent keys from one secret (HKDF, RFC 5869).
 * @param purpose the name of the key; different purposes give unrelated keys
 * @returns 32 bytes as base64url
 */
function deriveKey(secret: string, purpose: string): string {
  const info = `halfsilver ${purpose}`;
  return Buffer.from(hkdfSync("sha256", secret, "", info, 32)).toString("base64url");
}
