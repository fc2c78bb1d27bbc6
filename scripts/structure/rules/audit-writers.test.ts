import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../setup/paths.ts";
import { isTest, listSourceFiles } from "../list-files.ts";

const ROOM = "lib/db/audit/";
/** It has an address of the database and none of the server's settings. */
const COMMAND = "scripts/accounts/save-account.ts";

const WRITES =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE|COPY)\s+(?:\$\{table\(")?"?audit_event\b|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\("audit_event"|\binsert(?:From|Rows)\(\s*\w+,\s*"audit_event"|\bauditEvent\s*\.\s*(?:create|update|upsert|delete)/i;

describe("the audit trail", () => {
  it("is written by lib/db/audit alone, and by the command that saves accounts", () => {
    const writers = listSourceFiles()
      .filter((path) => /^(?:app|components|lib|scripts)\//.test(path) && !isTest(path))
      .filter((path) => WRITES.test(readFileSync(join(ROOT, path), "utf8")));
    expect(writers.filter((path) => !path.startsWith(ROOM))).toEqual([COMMAND]);
    expect(writers).toContain(`${ROOM}record-audit.ts`);
  });

  it.each([
    'transaction.insertInto("audit_event").values(row)',
    'insertFrom(transaction, "audit_event", source, row)',
    'insertRows(\n  db,\n  "audit_event",\n  { json, types },\n  {})',
    "INSERT INTO audit_event (id) VALUES ($1)",
    "sql`INSERT INTO $".concat('{table("audit_event")} (id)`'),
    'UPDATE "audit_event" SET detail = $1',
    "db().auditEvent.deleteMany()",
    "db().auditEvent\n  .create({ data })",
  ])("is written by %s", (text) => {
    expect(text).toMatch(WRITES);
  });

  it("is only read by others", () => {
    expect('selectFrom("audit_event")').not.toMatch(WRITES);
    expect("db().auditEvent.findMany()").not.toMatch(WRITES);
  });
});
