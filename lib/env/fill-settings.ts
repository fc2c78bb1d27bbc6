/** Fills in missing settings that follow from others. */
import { deriveKey } from "./derive-key.ts";

type Given = {
  PORT: number;
  BETTER_AUTH_SECRET: string;
  HALFSILVER_ORIGIN?: string;
  UMS_BASE_URL?: string;
  UMS_SERVICE_KEY?: string;
  AGENT_STATE_KEY?: string;
};

export function fillSettings<Some extends Given>(given: Some): Some & Required<Given> {
  const secret = given.BETTER_AUTH_SECRET;
  const origin = given.HALFSILVER_ORIGIN ?? `http://127.0.0.1:${given.PORT}`;
  return {
    ...given,
    HALFSILVER_ORIGIN: origin,
    UMS_BASE_URL: given.UMS_BASE_URL ?? new URL("/api/ums", origin).href,
    UMS_SERVICE_KEY: given.UMS_SERVICE_KEY ?? deriveKey(secret, "ums-service-key"),
    AGENT_STATE_KEY: given.AGENT_STATE_KEY ?? deriveKey(secret, "agent-state-key"),
  };
}
