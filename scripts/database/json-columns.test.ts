/** Prisma reads JSON columns as doubles, so that they are read by Kysely, or have no number that a double changes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../setup/paths.ts";
import { isTest, listSourceFiles } from "../structure/list-files.ts";

/** Sources of answers: whole numbers of ours (lib/contracts/public/sources/read-sources.test.ts). */
const ALLOWED = ["lib/db/conversations/get-conversation.ts: sources"];

type Columns = { model: string; columns: string[] };

function jsonColumns(): Columns[] {
  const schema = readFileSync(join(ROOT, "prisma/schema.prisma"), "utf8");
  return [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].flatMap(
    ([, name = "", body = ""]) => {
      const columns = [...body.matchAll(/^\s+(\w+)\s+Json\b/gm)].map(([, column = ""]) => column);
      const model = `${name[0]?.toLowerCase()}${name.slice(1)}`;
      return columns.length > 0 ? [{ model, columns }] : [];
    },
  );
}

const JSON_COLUMNS = jsonColumns();
const COLUMN = new RegExp(
  `\\b(${[...new Set(JSON_COLUMNS.flatMap(({ columns }) => columns))].join("|")}): true\\b`,
  "g",
);
const MODEL = JSON_COLUMNS.map(({ model }) => model).join("|");
/** What gives a row back. Without a selection it gives every column. */
const CALL = new RegExp(
  `\\.(${MODEL})\\s*\\.\\s*(?:find(?:Many|First|Unique)\\w*|create(?:ManyAndReturn)?|update(?:ManyAndReturn)?|upsert|delete)\\(`,
  "g",
);

/** @returns the names of columns that Prisma reads, and of models of which it reads all */
function readByPrisma(source: string): string[] {
  if (!/\bdb\(\)|\bPrisma\./.test(source)) return [];
  const columns = [...source.matchAll(COLUMN)].map(([, column = ""]) => column);
  const models = [...source.matchAll(CALL)].flatMap(({ 0: whole, 1: model = "", index }) =>
    /\bselect\b/.test(argumentsFrom(source, index + whole.length)) ? [] : [`all of ${model}`],
  );
  return [...columns, ...models];
}

function argumentsFrom(source: string, start: number): string {
  let depth = 1;
  let at = start;
  for (; at < source.length && depth > 0; at += 1) {
    if (source[at] === "(") depth += 1;
    else if (source[at] === ")") depth -= 1;
  }
  return source.slice(start, at);
}

describe("JSON columns", () => {
  it("are not read by Prisma", () => {
    const read = listSourceFiles()
      .filter((path) => /^(?:app|lib)\//.test(path) && !isTest(path) && !path.includes("/testing/"))
      .flatMap((path) =>
        readByPrisma(readFileSync(join(ROOT, path), "utf8")).map((name) => `${path}: ${name}`),
      );
    expect(read).toEqual(ALLOWED);
  });

  it.each([
    ["db().runEvent.findMany({ where })", "all of runEvent"],
    ["db()\n  .auditEvent\n  .create({ data: { detail } })", "all of auditEvent"],
    [
      "db().conversation.findFirst({ select: { hiddenStates: { select: { state: true } } } })",
      "state",
    ],
    ["const M = { sources: true } satisfies Prisma.MessageSelect;", "sources"],
  ])("are read by %s", (source, name) => {
    expect(readByPrisma(source)).toEqual([name]);
  });

  it.each([
    "db().auditEvent.findMany({ where, select: { at: true } })",
    "db().auditEvent.count({ where })",
    'kysely().selectFrom("run_event").selectAll()',
  ])("are not read by %s", (source) => {
    expect(readByPrisma(source)).toEqual([]);
  });
});
