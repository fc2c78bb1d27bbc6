/** What each role may do. A permission that is not listed is denied. */
import type { Role } from "./actor.ts";

export type Permission =
  | "chat:use"
  | "directory:read"
  /** Policies check it where the call runs, also at the service (`directory-by-role`). */
  | "directory:write"
  | "run:list"
  | "run:inspect"
  | "state:inspect"
  /**
   * What the deployment runs on: connections to models and what was found of their servers, never keys; MCP servers and their
   * tools; its instances.
   */
  | "models:inspect"
  /** Ask a model server again what it can do, which costs a few calls. */
  | "models:ask"
  /** Accept the description of an MCP server's tool, and say whether the tool writes. */
  | "tools:accept"
  /** Who did and looked at what, and whether the trail holds. */
  | "audit:read"
  | "audit:export"
  /** Say that what was found wrong with the trail was read. */
  | "trail:acknowledge"
  /** Unmasked payloads: what people, models and tools wrote. */
  | "payload:read"
  /** Confirm or refuse what another admin asks to read (`PAYLOAD_SECOND_ADMIN`). */
  | "opening:decide"
  /** Whether people are told who looked: one asks, another one agrees. */
  | "glass:change"
  /** Give a run to an auditor for review: there the auditor reads what the person read. */
  | "review:give"
  /** Take a case, read what its person read up to that turn, and judge it. */
  | "review:judge"
  /** Decide what becomes a case, by which criteria it is judged, and whose it is; send runs to review. */
  | "review:manage"
  /** One masked field at a time, for a typed reason. */
  | "field:reveal"
  /** Erase what is stored of a conversation or of a person, for good. */
  | "data:erase";

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  user: ["chat:use", "directory:read"],
  auditor: [
    "chat:use",
    "directory:read",
    "run:list",
    "run:inspect",
    "state:inspect",
    "models:inspect",
    "audit:read",
    "audit:export",
    "field:reveal",
    "review:judge",
  ],
  admin: [
    "chat:use",
    "directory:read",
    "directory:write",
    "run:list",
    "run:inspect",
    "state:inspect",
    "models:inspect",
    "models:ask",
    "tools:accept",
    "audit:read",
    "audit:export",
    "trail:acknowledge",
    "payload:read",
    "opening:decide",
    "data:erase",
    "glass:change",
    "review:give",
    "review:judge",
    "review:manage",
  ],
};
