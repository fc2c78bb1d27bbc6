/** What the pictures show: who is signed in, and where things are. `make-world.ts` makes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type WorldRole = "newcomer" | "user" | "auditor" | "admin";

export type World = {
  /** The browser's time in all pictures. */
  at: string;
  /** The session cookies. */
  cookies: Record<WorldRole, { name: string; value: string }>;
  /** Addresses of conversations, and of what is reached by a token. */
  pages: Record<string, string>;
  /** Ids of runs. */
  runs: Record<string, string>;
};

const file = () => join(process.env.PICTURES_WORLD ?? "", "world.json");

export function readWorld(): World {
  return JSON.parse(readFileSync(file(), "utf8"));
}

export function writeWorld(world: World): void {
  writeFileSync(file(), JSON.stringify(world, null, 2));
}
