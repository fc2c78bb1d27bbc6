/** Saves a version of a rule, which ends the one before it, with their rows of the trail; and the rules of a new installation. */
import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "../../../access/actor.ts";
import { assertCan } from "../../../access/assert-can.ts";
import { toHex } from "../../../audit/bytes.ts";
import { sha256 } from "../../../audit/crypto/node.ts";
import type { RuleContent, RulesChanged } from "../../../contracts/inspector/review/review-rule.ts";
import * as text from "../../../messages/review-rules.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type DatabaseTransaction, kysely } from "../../client.ts";
import { withAudit } from "../../inspector/with-audit.ts";
import { SAMPLE_KEY_BYTES } from "../../limits.ts";

/** An arbitrary advisory lock id: who holds it saves a rule. */
const LOCK = 7_260_419;

type NewVersion = {
  /** Null: a new rule. */
  id: string | null;
  /** The one that the actor saw; 0 for a new rule. */
  version: number;
  rule: RuleContent;
};

/**
 * The key of a random sample is disclosed in the trail once its version has ended.
 * @returns `stale` where there is a newer version than the actor saw
 * @throws AppError `forbidden` without `review:manage`, `audit-unavailable`
 */
export function saveRule(
  actor: Actor,
  saved: NewVersion,
): Promise<Exclude<RulesChanged, { is: "tried" }>> {
  assertCan(actor, "review:manage");
  return kysely()
    .transaction()
    .execute((transaction) => unsafeSaveRule(transaction, actor.userId, saved));
}

/** Without a check of who does it: for the server's own rules. */
async function unsafeSaveRule(
  transaction: DatabaseTransaction,
  actorId: string | null,
  { id: known, version: seen, rule }: NewVersion,
): Promise<Exclude<RulesChanged, { is: "tried" }>> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(transaction);
  const id = known ?? randomUUID();
  const newest = await transaction
    .selectFrom("review_rule")
    .select(["version", "key"])
    .where("id", "=", id)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if ((newest?.version ?? 0) !== seen) return { is: "stale" };
  if (newest) await endVersion(transaction, actorId, { id, ...newest });
  await addVersion(transaction, actorId, { id, version: seen + 1, rule });
  return { is: "saved", id };
}

async function endVersion(
  transaction: DatabaseTransaction,
  actorId: string | null,
  { id, version, key }: { id: string; version: number; key: Uint8Array | null },
): Promise<void> {
  await transaction
    .updateTable("review_rule")
    .set({ ended_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("version", "=", version)
    .execute();
  await withAudit(() =>
    recordAudit(transaction, {
      actorId,
      action: "review.rule-ended",
      target: `rule:${id}`,
      outcome: "allowed",
      detail: { version, key: key && toHex(new Uint8Array(key)) },
    }),
  );
}

async function addVersion(
  transaction: DatabaseTransaction,
  actorId: string | null,
  { id, version, rule }: { id: string; version: number; rule: RuleContent },
): Promise<void> {
  const { name, severity, judges, isOn, test } = rule;
  const { kind, ...threshold } = test;
  const key = kind === "random" && isOn ? randomBytes(SAMPLE_KEY_BYTES) : null;
  await transaction
    .insertInto("review_rule")
    .values({
      id,
      version,
      name,
      kind,
      severity,
      judges,
      key,
      threshold: JSON.stringify(threshold),
      is_on: isOn,
      made_by: actorId,
    })
    .execute();
  const keySha256 = key && toHex(sha256(key));
  await withAudit(() =>
    recordAudit(transaction, {
      actorId,
      action: "review.rule-changed",
      target: `rule:${id}`,
      outcome: "allowed",
      detail: { version, name, kind, threshold, severity, judges, isOn, keySha256 },
    }),
  );
}

const defaults = (): RuleContent[] => [
  {
    name: text.thumbsDownRule(),
    test: { kind: "thumbs-down", withWords: true },
    severity: 2,
    judges: 1,
    isOn: true,
  },
  {
    name: text.violationRule(),
    test: { kind: "violation" },
    severity: 3,
    judges: 1,
    isOn: true,
  },
  {
    name: text.sampleRule(),
    test: { kind: "random", percent: 1 },
    severity: 1,
    judges: 1,
    isOn: false,
  },
];

/** Once per installation: also where an admin has switched all of them off. Instances that start at once take turns. */
export async function ensureDefaultRules(): Promise<void> {
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await transaction.selectFrom("review_progress").select("id").forUpdate().execute();
      const known = await transaction
        .selectFrom("review_rule")
        .select("id")
        .limit(1)
        .executeTakeFirst();
      if (known) return;
      for (const rule of defaults())
        await unsafeSaveRule(transaction, null, { id: null, version: 0, rule });
    });
}
