/** Whatever the database holds of a person is in the list of what erasure does with it. */
import { expect, it } from "vitest";
import { db } from "../client.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import { CONVERSATION_ROWS, PERSON_ROWS, ROWS_OF_SEALER, STAYING_TABLES } from "./erased-tables.ts";

provideTestDatabase();

/** Where words could stand in a table whose rows stay. A new column needs a decision of its own (50). */
const STAYING_COLUMNS: Record<string, string[]> = {
  audit_checkpoint: ["note", "subtrees"],
  audit_event: [
    "action",
    "actor_id",
    "detail",
    "detail_commitment",
    "erased_mac",
    "mac",
    "outcome",
    "subject_id",
    "target",
  ],
  audit_leaf: ["hash", "subject_id"],
  connection_event: ["connection", "conversation", "kind"],
  erased_month: ["month"],
  instance: ["id", "version"],
  model_capability: ["address", "evidence", "model", "name", "source"],
  policy: ["created_by", "mode", "name", "text"],
  review_figure: ["agents", "answers", "model", "policies", "prompts", "rater", "reasons"],
  review_judge: ["made_by", "model", "off_reason", "prompt"],
  review_progress: [],
  review_rubric: ["criteria", "labels", "made_by"],
  review_rule: ["key", "kind", "made_by", "name", "threshold"],
  run_seal: ["answer", "commitments"],
  setting_digest: ["digest", "name"],
  spending: ["agent_id", "model", "user_id"],
  tool_description: ["sha256", "told"],
  ums_person: ["city", "department", "email", "name"],
  ums_seen_hop: ["key"],
};

type Column = { table: string; column: string; type: string };

async function readColumns(): Promise<Column[]> {
  return db().$queryRaw<Column[]>`
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> '_prisma_migrations'
    ORDER BY 1, 2`;
}

it("names every table of the database", async () => {
  const tables = [...new Set((await readColumns()).map(({ table }) => table))];
  const rows = [...CONVERSATION_ROWS, ...ROWS_OF_SEALER, ...PERSON_ROWS];
  const named = rows.map(({ name }) => name as string);
  expect(tables.toSorted()).toEqual([...new Set([...named, ...STAYING_TABLES])].toSorted());
});

it("knows every column of words or bytes in the tables whose rows stay", async () => {
  const wordy = (await readColumns()).filter(({ type }) => /text|json|bytea|char/.test(type));
  const staying = Object.fromEntries(
    STAYING_TABLES.map((name) => [
      name,
      wordy.filter(({ table }) => table === name).map(({ column }) => column),
    ]),
  );
  expect(staying).toEqual(STAYING_COLUMNS);
});
