/** Loads a backup into a database in one transaction: until it is committed, the database is as it was. */
import type pg from "pg";
import type { MissedRows } from "../../lib/contracts/audit/audit-event.ts";
import { DamagedBackup, readBackup } from "./backup-file.ts";
import { RowDigest } from "./row-digest.ts";
import { AS_TEXT, listForeignKeys, listMigrations, listTables } from "./tables.ts";

/** The proof. Where the replaced database has the same trail and more of it, that is kept. */
const TRAIL = ["audit_event", "audit_leaf", "audit_checkpoint", "audit_quarantine", "run_seal"];
const ROWS_AT_ONCE = 200;

export type Loaded = {
  rows: number;
  /** True: the trail goes on from the replaced database. False: it is the backup's. */
  isTrailKept: boolean;
  /** Rows of a trail that goes on that the backup does not have. */
  missed: MissedRows | null;
  /** Runs that ended after the backup, and that the trail knows. */
  lostRunIds: string[];
};

/** @throws Error in one sentence, before anything was changed */
export async function loadBackup(
  client: pg.Client,
  file: string,
  { replaces }: { replaces: boolean },
): Promise<Loaded> {
  await client.query("BEGIN");
  try {
    await client.query(AS_TEXT);
    const { last, waiting } = await inspectBackup(client, file);
    if (!replaces && !(await isEmpty(client)))
      throw new Error("The database has accounts in it. Give --replace to replace what it holds.");
    const isTrailKept = await hasLeaf(client, last);
    const foreignKeys = await listForeignKeys(client);
    for (const { table, name } of foreignKeys)
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    const tables = (await listTables(client)).filter(
      ({ name }) => !(isTrailKept && TRAIL.includes(name)),
    );
    await client.query(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
    const rows = await load(
      client,
      file,
      new Map(tables.map((table) => [table.name, table.columns])),
    );
    for (const { table, name, definition } of foreignKeys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
    await client.query(
      `SELECT setval(pg_get_serial_sequence('audit_checkpoint', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM audit_checkpoint), false)`,
    );
    const lostRunIds = await loseRuns(client);
    const missed = isTrailKept ? await findMissed(client, last, waiting) : null;
    await client.query("COMMIT");
    return { rows, isTrailKept, missed, lostRunIds };
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** @param waited ids of rows that had no place in the backup */
async function findMissed(
  client: pg.Client,
  last: Leaf | null,
  waited: readonly string[],
): Promise<MissedRows> {
  const { rows: tree } = await client.query<{ size: string }>(
    "SELECT coalesce(max(place) + 1, 0) AS size FROM audit_leaf",
  );
  const { rows: waiting } = await client.query<{ id: string }>(
    "SELECT id FROM audit_event WHERE place IS NULL AND id <> ALL ($1::uuid[])",
    [waited],
  );
  return {
    from: last === null ? 0 : Number(last.place) + 1,
    before: Number(tree[0]?.size ?? 0),
    except: [...waited],
    waiting: waiting.map(({ id }) => id),
  };
}

/** Runs whose end is on record, with a seal or before it has its place. */
const ENDED = `(SELECT run_id FROM run_seal UNION
  SELECT run_id FROM audit_event WHERE action = 'run.ended' AND place IS NULL AND run_id IS NOT NULL)`;

/**
 * Runs that ended after the backup: the trail has their ends, and the backup nothing, or a log without its end.
 * Of the latter, what there is of the log goes too.
 */
async function loseRuns(client: pg.Client): Promise<string[]> {
  const { rows: cut } = await client.query<{ id: string }>(
    `UPDATE run SET status = 'interrupted', ended_at = now()
     WHERE status = 'running' AND id IN ${ENDED} RETURNING id`,
  );
  const cutIds = cut.map(({ id }) => id);
  await client.query("DELETE FROM run_event WHERE run_id = ANY ($1)", [cutIds]);
  const { rows: gone } = await client.query<{ id: string }>(
    `SELECT run_id AS id FROM ${ENDED} AS ended WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.id = ended.run_id)
       AND NOT EXISTS (SELECT 1 FROM audit_event, jsonb_array_elements_text(detail -> 'runIds') AS named (id)
         WHERE action IN ('conversation.erased', 'backup.restored') AND named.id = ended.run_id::text)`,
  );
  return [...cutIds, ...gone.map(({ id }) => id)];
}

type Leaf = { place: string; eventId: string };

/** What a backup has of the trail. */
type Trail = {
  last: Leaf | null;
  /** Ids of rows that waited for their place. */
  waiting: string[];
};

/** Reads the whole file before anything is changed. */
async function inspectBackup(client: pg.Client, file: string): Promise<Trail> {
  const known = await listMigrations(client);
  const here = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  let last: Leaf | null = null;
  const waiting: string[] = [];
  for await (const part of readBackup(file)) {
    if (part.kind === "head") compareMigrations(part.head.migrations, known);
    if (part.kind === "table" && here.get(part.table)?.join() !== part.columns.join())
      throw new Error(`The table ${part.table} of the backup is not the one of this database.`);
    if (part.kind === "rows" && part.table === "audit_leaf")
      for (const row of part.rows) last = later(last, toLeaf(row));
    if (part.kind === "rows" && part.table === "audit_event")
      waiting.push(...(await findWaiting(client, part.rows)));
  }
  return { last, waiting };
}

/** PostgreSQL reads the rows as it reads them when they are loaded. @returns their ids */
async function findWaiting(client: pg.Client, rows: readonly string[]): Promise<string[]> {
  const { rows: waiting } = await client.query<{ id: string }>(
    `SELECT (row).id FROM (SELECT text::audit_event AS row FROM unnest($1::text[]) AS text OFFSET 0) AS rows
     WHERE (row).place IS NULL`,
    [rows],
  );
  return waiting.map(({ id }) => id);
}

function compareMigrations(theirs: readonly string[], ours: readonly string[]): void {
  if (theirs.join() === ours.join()) return;
  const isNewer = theirs.some((name) => !ours.includes(name));
  throw new Error(
    isNewer
      ? "The backup was made by a newer version of Halfsilver. Restore it with that version."
      : `The backup was made by an older version of Halfsilver (up to ${theirs.at(-1)}). Restore it with that version, then update.`,
  );
}

function toLeaf(row: string): Leaf {
  const [, place = "0", eventId = ""] = /^\((\d+),([0-9a-f-]{36}),/.exec(row) ?? [];
  return { place, eventId };
}

function later(one: Leaf | null, other: Leaf): Leaf {
  return one === null || BigInt(other.place) > BigInt(one.place) ? other : one;
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM "user" LIMIT 1`);
  return rows.length === 0;
}

/** Whether this database's trail begins with the backup's. */
async function hasLeaf(client: pg.Client, last: Leaf | null): Promise<boolean> {
  const { rows } = await client.query<{ event_id: string }>(
    last === null
      ? "SELECT event_id FROM audit_leaf LIMIT 1"
      : { text: "SELECT event_id FROM audit_leaf WHERE place = $1", values: [last.place] },
  );
  return rows.length > 0 && (last === null || rows[0]?.event_id === last.eventId);
}

async function load(
  client: pg.Client,
  file: string,
  tables: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  let loaded = 0;
  for await (const part of readBackup(file)) {
    const columns = "table" in part ? tables.get(part.table) : undefined;
    if (!columns) continue;
    if (part.kind === "rows") await insert(client, part.table, columns, part.rows);
    if (part.kind === "table-end") {
      await compare(client, part);
      loaded += part.rows;
    }
  }
  return loaded;
}

async function insert(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((column) => `(row)."${column}"`).join(", ");
  await client.query(
    `INSERT INTO "${table}" (${names})
     SELECT ${values} FROM (SELECT text::"${table}" AS row FROM unnest($1::text[]) AS text OFFSET 0) AS rows`,
    [rows],
  );
}

/** What is in the database now must be what was in the backup. */
async function compare(
  client: pg.Client,
  { table, rows, digest }: { table: string; rows: number; digest: string },
): Promise<void> {
  const found = new RowDigest();
  await client.query(
    `DECLARE part NO SCROLL CURSOR FOR SELECT t::text AS row FROM "${table}" AS t`,
  );
  for (;;) {
    const { rows: read } = await client.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM part`);
    if (read.length === 0) break;
    found.add(read.map(({ row }) => row));
  }
  await client.query("CLOSE part");
  if (found.rows !== rows || found.hex !== digest)
    throw new DamagedBackup(`table ${table}: what was loaded is not what the backup holds`);
}
