/** The rule by which the reason of a look was erased. The blank detail is bound to the row that records it. */
import "server-only";
import { z } from "zod";
import { isSignedErased } from "../../audit/crypto/erased-mac.ts";
import { ownRows, type StoredRow } from "../audit/own-rows.ts";
import { rowKeys } from "../audit/trail-keys.ts";
import { kysely } from "../client.ts";

/**
 * `age`: reasons are kept for a number of days, which the row at this place names; null: that row has no place yet.
 * `account`: an account was erased, and with it the reasons that name it. `conversation`: a conversation that it
 * concerned was erased. `none`: no row of ours says that it was erased, or it was erased before that was recorded.
 */
export type ErasureRule =
  | { rule: "age"; days: number; place: number | null }
  | { rule: (typeof RULES)[number] };

const RULES = ["account", "conversation", "none"] as const;

const Applied = z.looseObject({ days: z.int().positive() });

/** @returns tells the rule for one of these rows, if its reason is gone */
export async function readErasureRules(
  looks: readonly StoredRow[],
): Promise<(look: StoredRow) => ErasureRule> {
  const ids = looks.filter(isErasedByUs).flatMap(({ erased_by: id }) => id ?? []);
  const rules = new Map((await readOwn(ids)).map((row) => [row.id, toRule(row)]));
  return (look) =>
    (isErasedByUs(look) && rules.get(look.erased_by ?? "")) || { rule: "none" as const };
}

function isErasedByUs(row: StoredRow): boolean {
  const { id, erased_by: erasedBy, detail_commitment: commitment, erased_mac: mac } = row;
  if (erasedBy === null || !commitment || !mac) return false;
  return isSignedErased(rowKeys(), { id, erasedBy, commitment }, mac);
}

function toRule({ action, detail, place }: StoredRow): ErasureRule {
  if (action === "person.erased") return { rule: "account" };
  if (action === "conversation.erased") return { rule: "conversation" };
  const { data } = Applied.safeParse(detail);
  return data && action === "retention.applied"
    ? { rule: "age", days: data.days, place: place === null ? null : Number(place) }
    : { rule: "none" };
}

async function readOwn(ids: readonly string[]): Promise<StoredRow[]> {
  if (ids.length === 0) return [];
  return ownRows(
    await kysely()
      .selectFrom("audit_event")
      .selectAll()
      .where("id", "in", [...new Set(ids)])
      .execute(),
  );
}
