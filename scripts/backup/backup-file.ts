/** The file of a backup: gzip of JSON lines. A head, for each table its name, rows and their digest, and an end. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { RowDigest } from "./row-digest.ts";

export const BackupHead = z.strictObject({
  halfsilver: z.literal("backup"),
  version: z.literal(1),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
});
export type BackupHead = z.infer<typeof BackupHead>;

const TableHead = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
/** Rows as PostgreSQL writes them as text. */
const Rows = z.array(z.string());
const TableEnd = z.strictObject({ rows: z.int(), digest: z.string() });
const End = z.strictObject({ end: z.literal(true), tables: z.int() });

export type BackupPart =
  | { kind: "head"; head: BackupHead }
  | { kind: "table"; table: string; columns: string[] }
  | { kind: "rows"; table: string; rows: string[] }
  | { kind: "table-end"; table: string; rows: number; digest: string };

/** A damaged backup, with what is wrong in one sentence. */
export class DamagedBackup extends Error {
  override readonly name = "DamagedBackup";
}

/**
 * Reads a backup from its beginning, and compares each table with its digest.
 * @throws DamagedBackup that names the place
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart, void> {
  const reading = new Reading();
  const input = createReadStream(file);
  const plain = input.pipe(createGunzip());
  input.on("error", (error) => plain.destroy(error));
  // After a damaged line nobody reads on, and the check at the end of the file fails as well.
  plain.on("error", () => undefined);
  try {
    for await (const line of createInterface({
      input: plain,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const part = reading.read(line);
      if (part) yield part;
    }
  } catch (error) {
    if (error instanceof DamagedBackup) throw error;
    throw new DamagedBackup(`${reading.where}: ${(error as Error).message}`);
  } finally {
    input.destroy();
    plain.destroy();
  }
  if (!reading.isWhole) throw new DamagedBackup(`${reading.where}: the rest is missing`);
}

class Reading {
  isWhole = false;
  #line = 0;
  #tables = 0;
  #table: string | null = null;
  #digest = new RowDigest();

  get where(): string {
    return this.#table === null ? `line ${this.#line}` : `table ${this.#table}, line ${this.#line}`;
  }

  read(text: string): BackupPart | null {
    this.#line += 1;
    if (this.#line === 1) return { kind: "head", head: this.#parse(BackupHead, text) };
    if (text.startsWith("[")) {
      const rows = this.#parse(Rows, text);
      this.#digest.add(rows);
      return { kind: "rows", table: this.#table ?? this.#fail("rows of no table"), rows };
    }
    if (text.startsWith('{"table"')) {
      const { table, columns } = this.#parse(TableHead, text);
      this.#table = table;
      this.#tables += 1;
      this.#digest = new RowDigest();
      return { kind: "table", table, columns };
    }
    if (text.startsWith('{"rows"')) return this.#closeTable(this.#parse(TableEnd, text));
    if (this.#parse(End, text).tables !== this.#tables) this.#fail("tables are missing");
    this.isWhole = true;
    return null;
  }

  #closeTable({ rows, digest }: z.infer<typeof TableEnd>): BackupPart {
    const table = this.#table ?? this.#fail("the end of no table");
    if (rows !== this.#digest.rows || digest !== this.#digest.hex)
      this.#fail("its rows are not those that were written");
    this.#table = null;
    return { kind: "table-end", table, rows, digest };
  }

  #parse<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return this.#fail("it is not a line of a backup");
    }
  }

  #fail(why: string): never {
    throw new DamagedBackup(`${this.where}: ${why}`);
  }
}
