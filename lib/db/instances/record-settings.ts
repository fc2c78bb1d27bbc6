/** Records which settings differ from those of the last start, by name. Values are compared by keyed digests. */
import "server-only";
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { digestOfSettings, findEditedSettings } from "../audit/covered/find-edited-settings.ts";
import { nextNumber } from "../audit/covered/numbered-rows.ts";
import { readStanding } from "../audit/covered/standing-rows.ts";
import { recordFinding } from "../audit/found/trail-findings.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";

/** An arbitrary advisory lock id: instances that start at once take turns. */
const LOCK = 7_260_414;

const TARGET = "settings";
const SECRET = "BETTER_AUTH_SECRET";

/** The rows that say which digests are stored. */
const NOTED = ["settings.changed", "settings.noted"] as const;

/**
 * The first start has nothing to compare with: it notes the digests. After a change of the secret, digests of the others
 * cannot be compared; then its name stands for itself, with those that were set or unset. Digests that somebody else has
 * changed meanwhile are a finding, before they are replaced.
 * @param given each setting that is set, as text
 * @returns the names that differ
 */
export async function recordSettings(given: Readonly<Record<string, string>>): Promise<string[]> {
  for (const found of await findEditedSettings()) await recordFinding(found);
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
      const now = digestsOf(given);
      const before = await readDigests(transaction);
      const names = before.size === 0 ? [] : differing(before, now);
      if (before.size === 0 || names.length > 0) await storeDigests(transaction, now);
      else if (await isNoted(transaction)) return [];
      await note(transaction, names);
      return names;
    });
}

async function note(transaction: DatabaseTransaction, names: string[]): Promise<void> {
  const digest = await digestOfSettings(transaction);
  const stored = {
    ...(digest !== null && { digest }),
    nth: await nextNumber(transaction, TARGET, NOTED),
  };
  await recordAudit(transaction, {
    actorId: null,
    target: TARGET,
    outcome: "allowed",
    ...(names.length > 0
      ? { action: "settings.changed", detail: { names, ...stored } }
      : { action: "settings.noted", detail: stored }),
  });
}

/** Whether a row has a digest: rows of earlier versions have none. */
async function isNoted(transaction: DatabaseTransaction): Promise<boolean> {
  const stands = await readStanding(transaction);
  const row = await transaction
    .selectFrom("audit_event")
    .select("id")
    .where("target", "=", TARGET)
    .where("action", "in", NOTED)
    .where(stands("audit_event"))
    .where(sql<boolean>`detail->>'digest' IS NOT NULL`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Digests = ReadonlyMap<string, string>;

function digestsOf(given: Readonly<Record<string, string>>): Digests {
  const key = given[SECRET] ?? "";
  const digestOf = (name: string, value: string) =>
    createHmac("sha256", key).update(`halfsilver setting\0${name}\0${value}`).digest("hex");
  return new Map(Object.entries(given).map(([name, value]) => [name, digestOf(name, value)]));
}

function differing(before: Digests, now: Digests): string[] {
  const isComparable = before.get(SECRET) === now.get(SECRET);
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((name) =>
      isComparable || name === SECRET
        ? before.get(name) !== now.get(name)
        : before.has(name) !== now.has(name),
    )
    .sort();
}

async function readDigests(transaction: DatabaseTransaction): Promise<Digests> {
  const rows = await transaction.selectFrom("setting_digest").selectAll().execute();
  return new Map(rows.map(({ name, digest }) => [name, digest.toString("hex")]));
}

async function storeDigests(transaction: DatabaseTransaction, now: Digests): Promise<void> {
  await transaction.deleteFrom("setting_digest").execute();
  const rows = [...now].map(([name, digest]) => ({ name, digest: Buffer.from(digest, "hex") }));
  await transaction.insertInto("setting_digest").values(rows).execute();
}
