/**
 * Numbers the looks at what each person wrote, from 1, in the order of their places: the number is in the leaf, so that a look
 * which a person's list leaves out shows as a gap.
 */
import "server-only";
import { sql } from "kysely";
import { LOOK_ACTIONS } from "../../../contracts/audit/audit-event.ts";
import { processWide } from "../../../env/process-wide.ts";
import type { DatabaseTransaction } from "../../client.ts";
import type { WaitingRow } from "./read-waiting.ts";
import { type HeldBack, isHeldBack } from "./signing-began.ts";

/**
 * The caller holds the lock of the sealers, so that nobody else gives numbers meanwhile. The last number is read from the
 * leaves: a row that is removed keeps its number there.
 * @param rows in the order of their places
 * @returns by the id of the row. Rows without a MAC get none, and none does before all instances know such leaves
 */
export async function numberLooks(
  transaction: DatabaseTransaction,
  rows: readonly WaitingRow[],
): Promise<ReadonlyMap<string, number>> {
  const looks = rows.flatMap(({ facts: { id, action, subjectId }, mac }) =>
    mac && subjectId !== null && isLook(action) ? [{ id, subjectId }] : [],
  );
  if (looks.length === 0 || !(await hasBegun(transaction))) return new Map();
  const last = await readLast(
    transaction,
    looks.map(({ subjectId }) => subjectId),
  );
  return new Map(
    looks.map(({ id, subjectId }) => {
      const seq = (last.get(subjectId) ?? 0) + 1;
      last.set(subjectId, seq);
      return [id, seq];
    }),
  );
}

function isLook(action: string): boolean {
  return LOOK_ACTIONS.some((look) => look === action);
}

const held = processWide<HeldBack>("numbers-held-back", () => ({}));

/** Once one look has a number, each has, also while another version comes that knows them. */
async function hasBegun(transaction: DatabaseTransaction): Promise<boolean> {
  const numbered = await transaction
    .selectFrom("audit_leaf")
    .select("place")
    .where("subject_seq", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return numbered !== undefined || !(await isHeldBack(transaction, held()));
}

/** A number is at most that of the leaf in the tree: a higher one was put there, and would leave none for later looks. */
async function readLast(
  transaction: DatabaseTransaction,
  subjectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await transaction
    .selectFrom("audit_leaf")
    .select(({ fn }) => ["subject_id", fn.max("subject_seq").as("last")])
    .where("subject_id", "in", [...new Set(subjectIds)])
    .where(sql<boolean>`subject_seq > 0 AND subject_seq <= place + 1`)
    .groupBy("subject_id")
    .execute();
  return new Map(rows.map(({ subject_id: id, last }) => [id ?? "", last ?? 0]));
}
