/** Where the trail is: DATABASE_URL, or the database of a running `npm start`; its key and its anchors likewise. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";
import { keptAuthSecret } from "../start/kept-values.ts";

/** Fills what is not set. Exits where there is no database. */
export function fillKeptSettings(): void {
  const dataDir = process.env.HALFSILVER_DATA_DIR || join(ROOT, ".data");
  process.env.DATABASE_URL ||= keptDatabase(dataDir);
  process.env.BETTER_AUTH_SECRET ||= keptAuthSecret(dataDir);
  process.env.HALFSILVER_ANCHOR_FILE ||= join(dataDir, "audit-anchors.txt");
}

/** Database of a running `npm start`. Exits if none is running. */
export function keptDatabase(dataDir: string): string {
  const file = join(dataDir, "postgres.json");
  if (!existsSync(file)) {
    console.error("Set DATABASE_URL, or run npm start first.");
    process.exit(1);
  }
  const { port, password } = JSON.parse(readFileSync(file, "utf8"));
  return `postgresql://halfsilver:${password}@127.0.0.1:${port}/halfsilver`;
}
