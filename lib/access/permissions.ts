/** What each role may do. A permission that is not listed is denied. */
import type { Role } from "./actor.ts";

export type Permission =
  | "chat:use"
  | "run:list"
  | "run:inspect"
  | "state:inspect"
  /** Unmasked payloads: what people, models and tools wrote. */
  | "payload:read";

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  user: ["chat:use"],
  auditor: ["chat:use", "run:list", "run:inspect", "state:inspect"],
  admin: ["chat:use", "run:list", "run:inspect", "state:inspect", "payload:read"],
};
