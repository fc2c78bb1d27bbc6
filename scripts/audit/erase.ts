/**
 * Erases a conversation or a person in the database at DATABASE_URL, or of a running `npm start`: `--conversation <id>`,
 * `--person <e-mail>`, or `--again` after a restore, for all that was erased since the backup. `--yes` asks nothing.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { readTombstones } from "../../lib/db/audit/anchor/write-tombstones.ts";
import { closeDatabase } from "../../lib/db/client.ts";
import { eraseAgain, eraseConversation, erasePerson } from "../../lib/db/erasure/erase.ts";
import { settings } from "../../lib/env/settings.ts";
import { ask } from "../accounts/ask.ts";
import { fillKeptSettings } from "./kept-settings.ts";

const REASONS = {
  gone: "There is nothing of that name.",
  running: "An answer is being written. Stop it, and erase then.",
  "last-admin": "This is the last admin. Make another one first.",
};

const { values } = parseArgs({
  options: {
    conversation: { type: "string" },
    person: { type: "string" },
    again: { type: "boolean", default: false },
    yes: { type: "boolean", default: false },
  },
});

fillKeptSettings();
try {
  await erase();
} finally {
  await closeDatabase();
}

async function erase(): Promise<void> {
  const { conversation, person } = values;
  if (values.again) {
    const tombstones = await readTombstones(settings().HALFSILVER_ANCHOR_FILE ?? "");
    console.log(`Erased again: ${await eraseAgain(tombstones)} of ${tombstones.length}.`);
  } else if (conversation !== undefined && z.guid().safeParse(conversation).success) {
    if (await isMeant(conversation)) tell(await eraseConversation(null, conversation));
  } else if (person !== undefined) {
    if (await isMeant(person)) tell(await erasePerson(null, person));
  } else {
    fail("Name one: --conversation <id>, --person <e-mail> or --again.");
  }
}

/** What is erased does not come back, so its name is typed twice. */
async function isMeant(name: string): Promise<boolean> {
  if (values.yes || (await ask(`Type ${name} to erase it for good: `, { hidden: false })) === name)
    return true;
  fail("Nothing was erased.");
  return false;
}

type Erased =
  | { ok: true; rows: Record<string, number> }
  | { ok: false; reason: keyof typeof REASONS };

function tell(erased: Erased): void {
  if (erased.ok) {
    const counts = Object.entries(erased.rows).map(([table, rows]) => `${table} ${rows}`);
    console.log(`Erased: ${counts.join(", ")}. The trail has a tombstone.`);
  } else fail(REASONS[erased.reason]);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
