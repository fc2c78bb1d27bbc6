/** Random texts that belong to a data folder: made once, then kept. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secret that signs session cookies, 64 hexadecimal digits. */
export function keptAuthSecret(dataDir: string): string {
  return kept(dataDir, "auth-secret", () => randomBytes(32).toString("hex"));
}

/** The password of the demo accounts where the environment names none. */
export function keptDemoPassword(dataDir: string): string {
  return kept(dataDir, "demo-password", () => randomBytes(9).toString("base64url"));
}

function kept(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  if (existsSync(file)) {
    const text = readFileSync(file, "utf8").trim();
    if (text) return text;
  }
  mkdirSync(dataDir, { recursive: true });
  const text = make();
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return text;
}
