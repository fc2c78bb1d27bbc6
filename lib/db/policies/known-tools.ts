/** What the trail says of the tools of MCP servers: which descriptions were told and accepted, and which tools write. */
import "server-only";
import { sql } from "kysely";
import * as z from "zod/mini";
import { AcceptedBy, type ListedTool } from "../../contracts/tools/listed-tool.ts";
import { bodyOf, readTold } from "../../contracts/tools/told-tool.ts";
import { type NamedTool, ToolKin } from "../../contracts/tools/tool-kin.ts";
import { ownRows, type StoredRow } from "../audit/own-rows.ts";
import { kysely } from "../client.ts";

type Word = { at: Date; actorId: string | null };

export type KnownTool = {
  name: string;
  /** Whether a description of it was told, also where no row of ours says so. */
  isSeen: boolean;
  /** Null: no row of ours says so. */
  accepted: (Word & { sha256: string; by: AcceptedBy }) | null;
  /** What the server told since, each time that it told another one; the newest first. */
  changed: string[];
  /** Why it was not accepted when it was seen first. */
  kin: ToolKin[];
  /** Null: nobody said so, and the settings' word stands. */
  label: (Word & { writes: boolean }) | null;
};

export const ACCEPTED = "tool.accepted";
export const CHANGED = "tool.changed";
export const LABELLED = "tool.labelled";
export const TARGET = "tool:";

/** By name. @param names absent: all */
export async function readTools(names?: readonly string[]): Promise<Map<string, KnownTool>> {
  const rows = await kysely()
    .selectFrom("audit_event")
    .selectAll()
    .where("action", "in", [ACCEPTED, CHANGED, LABELLED])
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
  const told = own.filter(({ action }) => action !== LABELLED);
  const at = told.findIndex(({ action }) => action === ACCEPTED);
  const since = told.slice(0, at < 0 ? told.length : at);
  const label = own.find(({ action }) => action === LABELLED);
  return {
    name: target.slice(TARGET.length),
    isSeen: rows.some(({ action }) => action !== LABELLED),
    accepted: toAccepted(told[at]),
    changed: since.flatMap((row) => detailOf(row).sha256 ?? []),
    kin: z.array(ToolKin).safeParse(detailOf(since.at(-1)).kin).data ?? [],
    label: label ? { ...toWord(label), writes: detailOf(label).writes !== false } : null,
  };
}

type Detail = { sha256?: string; by?: unknown; kin?: unknown; writes?: unknown };

const detailOf = (row: StoredRow | undefined) => (row?.detail ?? {}) as Detail;

const toWord = ({ at, actor_id: actorId }: StoredRow): Word => ({ at, actorId });

function toAccepted(row: StoredRow | undefined): KnownTool["accepted"] {
  const { sha256, by } = detailOf(row);
  if (!row || sha256 === undefined) return null;
  return { ...toWord(row), sha256, by: AcceptedBy.safeParse(by).data ?? "operator" };
}

/** A tool that is listed, by its names. */
export const toNamed = ({ name, server, tool, told }: ListedTool): NamedTool => ({
  name,
  server,
  tool,
  body: bodyOf(told),
  isListed: true,
});

/** One of the application's own. */
export const toOwn = (name: string): NamedTool => ({
  name,
  server: null,
  tool: name,
  body: null,
  isListed: true,
});

/** A tool that the trail knows, by its names as far as they are known. @param told what was accepted */
export function toKnownName(name: string, told: string | null, isListed: boolean): NamedTool {
  const [, server = "", rest = name] = /^mcp_([^_]*)_(.*)$/su.exec(name) ?? [];
  const tool = (told === null ? null : readTold(told))?.name ?? rest;
  return { name, server, tool, body: bodyOf(told), isListed };
}
