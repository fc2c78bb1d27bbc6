/** Random values of a data folder, created once and stored in it: secret, demo password, instance id. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { auditRowKey } from "../../lib/env/derive-key.ts";
import { PASSED_MODE } from "../database/postgres-account.ts";
import { makePrivate } from "../setup/private-files.ts";

/** By these an existing folder is known as a data folder. */
const SIGNS = ["pids", "auth-secret", "audit-anchors.txt"];

/**
 * Creates the folder with access for its owner only, or removes others' access to an existing data folder and everything in
 * it. An existing folder that is not a data folder yet keeps its mode.
 */
export function makeDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) {
    mkdirSync(dirname(dataDir), { recursive: true });
    mkdirSync(dataDir, { mode: 0o700 });
  } else if (SIGNS.some((name) => existsSync(join(dataDir, name)))) {
    if (!isPassed(dataDir)) makePrivate(dataDir);
    else for (const name of readdirSync(dataDir)) makePrivate(join(dataDir, name));
  }
}

/** Whether root lets PostgreSQL's account pass through the folder, which may run there now (`allowTraversal`). */
function isPassed(dataDir: string): boolean {
  const { uid, mode } = statSync(dataDir);
  return uid === 0 && (mode & 0o777) === PASSED_MODE;
}

/** The secret that signs session cookies, 64 hexadecimal digits. */
export function keptAuthSecret(dataDir: string): string {
  return kept(dataDir, "auth-secret", () => randomBytes(32).toString("hex"));
}

/** The key that signs audit rows, as the server will have it. */
export function keptRowKey(dataDir: string): string {
  const secret = process.env.BETTER_AUTH_SECRET || keptAuthSecret(dataDir);
  return auditRowKey({ ...process.env, BETTER_AUTH_SECRET: secret }) ?? "";
}

/** The password of the demo accounts when the environment sets none. */
export function keptDemoPassword(dataDir: string): string {
  return kept(dataDir, "demo-password", () => randomBytes(9).toString("base64url"));
}

/**
 * Names this data folder's server in the leases of its runs. It depends on the host name, so that a copy of the folder
 * on another machine belongs to another server.
 */
export function keptInstance(dataDir: string): string {
  const own = kept(dataDir, "instance", () => randomBytes(16).toString("hex"));
  return createHash("sha256").update(`${hostname()} ${own}`).digest("hex").slice(0, 16);
}

function kept(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  if (existsSync(file)) {
    const text = readFileSync(file, "utf8").trim();
    if (text) return text;
  }
  if (!existsSync(dataDir)) makeDataDir(dataDir);
  const text = make();
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return text;
}
