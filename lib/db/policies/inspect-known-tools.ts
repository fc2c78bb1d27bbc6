/** What operators read of the tools of MCP servers: what the trail says of them, the kept texts, and who decided. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { kysely } from "../client.ts";
import { type KnownTool, readTools } from "./known-tools.ts";
import { readToolTexts } from "./tool-texts.ts";

export type KnownTools = {
  tools: ReadonlyMap<string, KnownTool>;
  /** By digest. */
  texts: ReadonlyMap<string, string>;
  /** Names of admins whose accounts exist, by id. */
  people: ReadonlyMap<string, string>;
};

/** @throws AppError `forbidden` without `models:inspect` */
export async function inspectKnownTools(actor: Actor): Promise<KnownTools> {
  assertCan(actor, "models:inspect");
  const tools = await readTools();
  const all = [...tools.values()];
  const [texts, people] = await Promise.all([
    readToolTexts(
      all.flatMap(({ accepted, changed }) => [
        ...(accepted ? [accepted.sha256] : []),
        ...changed.slice(0, 1),
      ]),
    ),
    readNames(all.flatMap(({ accepted, label }) => [accepted?.actorId, label?.actorId])),
  ]);
  return { tools, texts, people };
}

async function readNames(
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const some = [...new Set(ids.flatMap((id) => id ?? []))];
  if (some.length === 0) return new Map();
  const rows = await kysely()
    .selectFrom("user")
    .select(["id", "name"])
    .where("id", "in", some)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
