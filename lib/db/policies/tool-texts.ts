/**
 * What servers told of their tools. The trail has the digests: a text counts where it has the digest by which it is asked
 * for, so that nobody who owns the database can show another one than was accepted.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ListedTool } from "../../contracts/tools/listed-tool.ts";
import { type Database, kysely } from "../client.ts";
import { TOLD_TOOL_MAX_CHARS } from "../limits.ts";

type Told = Pick<ListedTool, "sha256" | "told">;

/** A longer text is not kept, and one that somebody changed is replaced. */
export async function keepToolTexts(
  executor: Kysely<Database>,
  tools: readonly Told[],
): Promise<void> {
  const byDigest = new Map(
    tools
      .filter(({ told }) => told.length <= TOLD_TOOL_MAX_CHARS)
      .map(({ sha256, told }) => [sha256, { sha256, told }]),
  );
  if (byDigest.size === 0) return;
  await executor
    .insertInto("tool_description")
    .values([...byDigest.values()])
    .onConflict((conflict) =>
      conflict.column("sha256").doUpdateSet((row) => ({ told: row.ref("excluded.told") })),
    )
    .execute();
}

/** By digest. Digests without a text that has them are left out. */
export async function readToolTexts(
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (digests.length === 0) return new Map();
  const rows = await kysely()
    .selectFrom("tool_description")
    .selectAll()
    .where("sha256", "in", [...new Set(digests)])
    .execute();
  const own = rows.filter(
    ({ sha256, told }) => createHash("sha256").update(told).digest("hex") === sha256,
  );
  return new Map(own.map(({ sha256, told }) => [sha256, told]));
}
