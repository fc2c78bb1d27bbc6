/** Records which settings differ from those of the last start, by name. Values are compared by keyed digests. */
import "server-only";
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { recordAudit } from "../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../client.ts";

/** An arbitrary advisory lock id: instances that start at once take turns. */
const LOCK = 7_260_414;

const SECRET = "BETTER_AUTH_SECRET";

/**
 * The first start records nothing: there is nothing to compare with. After a change of the secret, digests of the others
 * cannot be compared; then its name stands for itself, with those that were set or unset.
 * @param given each setting that is set, as text
 * @returns the names that differ
 */
export function recordSettings(given: Readonly<Record<string, string>>): Promise<string[]> {
  return kysely()
    .transaction()
    .execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
      const now = digestsOf(given);
      const before = await readDigests(transaction);
      const names = differing(before, now);
      if (before.size > 0 && names.length === 0) return [];
      await storeDigests(transaction, now);
      if (before.size === 0) return [];
      await recordAudit(transaction, {
        actorId: null,
        action: "settings.changed",
        target: "settings",
        outcome: "allowed",
        detail: { names },
      });
      return names;
    });
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
