/**
 * Which descriptions of the tools of MCP servers were accepted. Only the trail keeps them, as signed rows, so that nobody who
 * owns the database can accept another one.
 */
import "server-only";
import { sql } from "kysely";
import { ownRows, type StoredRow } from "../audit/own-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { CHANGED_TOOLS_RECORDED_MAX } from "../limits.ts";

/** `name`: as the model is offered it. `sha256`: of what the server tells of it, hexadecimal. */
type ListedTool = { name: string; sha256: string };

export type KnownTool = {
  name: string;
  /** Null: no row of ours says so. */
  accepted: string | null;
  /** What the server told since, each time that it told another one; the newest first. */
  changed: string[];
};

const ACCEPTED = "tool.accepted";
const CHANGED = "tool.changed";
const TARGET = "tool:";

/**
 * A tool that no row knows is accepted as it is listed. What is listed otherwise than it was accepted is put on record once.
 * @returns the names of those
 */
export async function acceptTools(listed: readonly ListedTool[]): Promise<ReadonlySet<string>> {
  const known = await readTools(listed.map(({ name }) => name));
  const refused = new Set<string>();
  for (const tool of listed) {
    const before = known.get(tool.name);
    if (!before) await recordAccepted(tool, "first-sight");
    else if (before.accepted !== tool.sha256) {
      refused.add(tool.name);
      await recordChanged(tool, before.changed);
    }
  }
  return refused;
}

/**
 * For a command of an operator, who names the description that they have read: a server may tell another one meanwhile.
 * @returns false where the server did not tell this one since the last acceptance
 */
export async function acceptChanged(tool: ListedTool): Promise<boolean> {
  const known = (await readTools([tool.name])).get(tool.name);
  if (!known?.changed.includes(tool.sha256)) return false;
  await recordAccepted(tool, "operator");
  return true;
}

/** By name. @param names absent: all */
export async function readTools(names?: readonly string[]): Promise<Map<string, KnownTool>> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", [ACCEPTED, CHANGED])
    .$if(names !== undefined, (query) =>
      query.where("target", "in", names?.map((name) => TARGET + name) ?? []),
    )
    // Clocks of instances differ: a row without a place was written after those that have one.
    .orderBy(sql`place DESC NULLS FIRST`)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  const byTarget = Map.groupBy(rows, ({ target }) => target);
  const known = await Promise.all([...byTarget].map(toKnown));
  return new Map(known.map((tool) => [tool.name, tool]));
}

/**
 * Rows that somebody else wrote or changed say nothing; but a tool that has only such rows has been seen before.
 * @param rows of one target, the newest first
 */
async function toKnown([target, rows]: [string, StoredRow[]]): Promise<KnownTool> {
  const own = await ownRows(rows);
  const at = own.findIndex(({ action }) => action === ACCEPTED);
  const accepted = own[at];
  return {
    name: target.slice(TARGET.length),
    accepted: accepted ? digestIn(accepted) : null,
    changed: own.slice(0, accepted ? at : own.length).flatMap((row) => digestIn(row) ?? []),
  };
}

const digestIn = ({ detail }: StoredRow) => (detail as { sha256?: string } | null)?.sha256 ?? null;

async function recordAccepted({ name, sha256 }: ListedTool, by: "first-sight" | "operator") {
  const target = TARGET + name;
  const row = { actorId: null, target, outcome: "allowed" } as const;
  await recordAudit(kysely(), { ...row, action: ACCEPTED, detail: { sha256, by } });
}

/** A server that describes a tool anew again and again leaves no more rows than an operator can read. */
async function recordChanged({ name, sha256 }: ListedTool, before: readonly string[]) {
  if (before[0] === sha256 || before.length >= CHANGED_TOOLS_RECORDED_MAX) return;
  const target = TARGET + name;
  const row = { actorId: null, target, outcome: "denied" } as const;
  await recordAudit(kysely(), { ...row, action: CHANGED, detail: { sha256 } });
}
