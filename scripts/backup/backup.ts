/** `npm run backup -- --to <file>`: writes all that is stored, at one moment, and reads it back. */

import { createWriteStream, renameSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { recordAudit } from "../../lib/db/audit/record-audit.ts";
import { closeDatabase, kysely } from "../../lib/db/client.ts";
import { type BackupHead, readBackup } from "./backup-file.ts";
import { hashFile } from "./hash-file.ts";
import { openDatabase } from "./open-database.ts";
import { RowDigest } from "./row-digest.ts";
import { AS_TEXT, listMigrations, listTables, type Table } from "./tables.ts";

const { values } = parseArgs({ options: { to: { type: "string" } } });

const ROWS_AT_ONCE = 200;

try {
  if (values.to === undefined) throw new Error("Name the file: npm run backup -- --to <file>");
  await backUp(values.to);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function backUp(file: string): Promise<void> {
  const database = await openDatabase(false);
  try {
    const rows = await writeBackup(database.client, file);
    const detail = { name: basename(file), sha256: await hashFile(file) };
    await recordAudit(kysely(), {
      actorId: null,
      action: "backup.made",
      target: "database",
      outcome: "allowed",
      detail,
    });
    console.log(`${rows} rows are in ${file}, read back and compared. SHA-256 ${detail.sha256}`);
  } finally {
    await closeDatabase();
    await database.close();
  }
}

/**
 * Writes a backup of one moment, reads it back, and only then gives it its name.
 * @returns how many rows it holds @throws DamagedBackup where what was written cannot be read back
 */
async function writeBackup(client: pg.Client, file: string): Promise<number> {
  const part = `${file}.part`;
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    await client.query(AS_TEXT);
    const written: Written = { rows: 0 };
    const output = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(Readable.from(linesOf(client, written)), createGzip(), output);
    let rows = 0;
    for await (const read of readBackup(part)) if (read.kind === "table-end") rows += read.rows;
    if (rows !== written.rows)
      throw new Error(`${written.rows} rows were written, ${rows} are there`);
    renameSync(part, file);
    return rows;
  } finally {
    rmSync(part, { force: true });
    await client.query("ROLLBACK");
  }
}

type Written = { rows: number };

async function* linesOf(client: pg.Client, written: Written): AsyncGenerator<string, void> {
  const migrations = await listMigrations(client);
  const at = new Date().toISOString();
  yield toLine({ halfsilver: "backup", version: 1, at, migrations } satisfies BackupHead);
  const tables = await listTables(client);
  for (const table of tables) yield* linesOfTable(client, table, written);
  yield toLine({ end: true, tables: tables.length });
}

async function* linesOfTable(
  client: pg.Client,
  { name, columns }: Table,
  written: Written,
): AsyncGenerator<string, void> {
  yield toLine({ table: name, columns });
  const digest = new RowDigest();
  await client.query(`DECLARE part NO SCROLL CURSOR FOR SELECT t::text AS row FROM "${name}" AS t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM part`);
    if (rows.length === 0) break;
    const texts = rows.map(({ row }) => row);
    digest.add(texts);
    yield toLine(texts);
  }
  await client.query("CLOSE part");
  written.rows += digest.rows;
  yield toLine({ rows: digest.rows, digest: digest.hex });
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
