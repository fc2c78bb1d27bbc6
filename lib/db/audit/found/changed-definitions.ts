/** Compares the definitions of our tables with what the migrations make: own-catalogue.json, which a test writes and proves. */
import "server-only";
import { processWide } from "../../../env/process-wide.ts";
import { db } from "../../client.ts";
import { EDITS_FOUND_MAX, OTHER_MIGRATIONS_MS } from "../../limits.ts";
import { type Definition, describeCatalogue } from "./describe-catalogue.ts";
import { inCatalogue } from "./in-catalogue.ts";
import own from "./own-catalogue.json" with { type: "json" };

const MIGRATIONS: ReadonlySet<string> = new Set(own.migrations);
const LINES: ReadonlySet<string> = new Set(own.lines);
const OWNERS: ReadonlySet<string> = new Set(own.owners);

/** When this process first saw migrations of another version, in milliseconds since 1970. */
const firstSeen = processWide<{ at: number | null }>("other-migrations", () => ({ at: null }));

/**
 * Tables that we do not know are not compared, and neither is anything while the database has migrations of a
 * newer version, which another instance has begun; after `OTHER_MIGRATIONS_MS` these are what is found.
 * @returns what was added, removed or changed, at most `EDITS_FOUND_MAX`: as `added: constraint NAME on TABLE: …`
 */
export async function findChangedDefinitions(): Promise<string[]> {
  const changed = compare(await inCatalogue(describeCatalogue));
  if (changed.length === 0) return [];
  const others = await readOtherMigrations();
  if (others.length === 0) return changed.slice(0, EDITS_FOUND_MAX);
  firstSeen().at ??= Date.now();
  const isLong = Date.now() - (firstSeen().at ?? 0) > OTHER_MIGRATIONS_MS;
  return isLong ? others.map((name) => `added: migration ${name}`) : [];
}

function compare(definitions: readonly Definition[]): string[] {
  const known = definitions.filter(({ owner, isCode }) => isCode || OWNERS.has(owner));
  const there = new Set(known.filter(({ isPart }) => !isPart).map(({ line }) => line));
  return [
    ...own.lines.filter((line) => !there.has(line)).map((line) => `removed: ${line}`),
    ...known.flatMap(({ line }) => (LINES.has(line) ? [] : [`added: ${line}`])),
  ];
}

/** None where they cannot be read: then what was changed is told. */
async function readOtherMigrations(): Promise<string[]> {
  try {
    const rows = await db().$queryRaw<{ name: string }[]>`
      SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name`;
    return rows.map(({ name }) => name).filter((name) => !MIGRATIONS.has(name));
  } catch {
    return [];
  }
}
