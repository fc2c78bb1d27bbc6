/** Writes a backup of one moment, reads it back, and only then gives it its name. */
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { type BackupHead, readBackup } from "./backup-file.ts";
import { RowDigest } from "./row-digest.ts";
import { AS_TEXT, listMigrations, listTables, type Table } from "./tables.ts";

const ROWS_AT_ONCE = 200;

/** @returns how many rows it holds @throws DamagedBackup where what was written cannot be read back */
export async function writeBackup(client: pg.Client, file: string): Promise<number> {
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
