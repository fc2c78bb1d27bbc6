/**
 * Whether a person saved the instructions that are stored as theirs. What they did not is in no prompt, and a finding says so. What
 * an earlier version stored is signed once as what nobody knows the origin of, until its person saves it again.
 */
import "server-only";
import { sql } from "kysely";
import {
  areSignedInstructions,
  signInstructions as makeMac,
} from "../../audit/crypto/instructions-mac.ts";
import { type Origin, UNKNOWN } from "../../contracts/model/origin.ts";
import { foundAt, recordFinding } from "../audit/found/trail-findings.ts";
import { areSigned } from "../audit/runs/own-states.ts";
import { isEarlier, saySigned } from "../audit/runs/sign-states.ts";
import { isOtherVersionUp } from "../audit/seal/signing-began.ts";
import { presentRowKey, rowKeys } from "../audit/trail-keys.ts";
import { kysely } from "../client.ts";
import { STATES_SIGNED_BATCH_ROWS } from "../limits.ts";

type Instructions = { userId: string; instructions: string };
type StoredInstructions = Instructions & { mac: Uint8Array | null };

/** `earlier`: of a version that signed none, or such a one is still up. */
type Verdict = "own" | "earlier" | "forged";

export function signOwn(of: Instructions): Buffer {
  return makeMac(presentRowKey(), { ...of, isEarlier: false });
}

/** Asks the database only about what does not have the MAC of its text. */
export async function judgeInstructions(
  stored: StoredInstructions,
): Promise<{ instructions: string; origin: Origin }> {
  const { userId, instructions } = stored;
  const signed = signedAs(stored);
  const verdict = signed ?? ((await areSigned("instructions", kysely())) ? "forged" : "earlier");
  const origin = verdict === "own" ? "person" : UNKNOWN;
  if (verdict !== "forged") return { instructions, origin };
  void recordFinding(foundAt("instructions-forged", { name: `person:${userId}` }));
  return { instructions: "", origin };
}

/** @returns null where the MAC is not of this text, or is not there */
function signedAs({
  userId,
  instructions,
  mac,
}: StoredInstructions): Exclude<Verdict, "forged"> | null {
  if (instructions === "") return "own";
  const isSigned = (isEarlier: boolean) =>
    mac !== null && areSignedInstructions(rowKeys(), { userId, instructions, isEarlier }, mac);
  if (isSigned(false)) return "own";
  return isSigned(true) ? "earlier" : null;
}

/**
 * Once all are signed, only those of an earlier key of rows are signed anew.
 * @returns false where an instance of another version keeps it from being said: to be tried again
 */
export async function signInstructions(): Promise<boolean> {
  // Before the pass: one that goes away meanwhile may have stored some where the pass had been.
  const isAlone = !(await isOtherVersionUp(kysely()));
  const areAll = await areSigned("instructions", kysely());
  for (let after = ""; ; ) {
    const rows = await selectInstructions(after, areAll);
    for (const row of rows) await signAnew(row, areAll);
    if (rows.length < STATES_SIGNED_BATCH_ROWS) break;
    after = rows.at(-1)?.userId ?? after;
  }
  return isAlone ? saySigned("instructions") : areAll;
}

function selectInstructions(after: string, areAll: boolean): Promise<StoredInstructions[]> {
  return kysely()
    .selectFrom("preference")
    .select(["user_id as userId", "instructions", "instructions_mac as mac"])
    .where("instructions", "<>", "")
    .$if(areAll, (rows) => rows.where(isEarlier(sql.ref("instructions_mac"))))
    .where("user_id", ">", after)
    .orderBy("user_id")
    .limit(STATES_SIGNED_BATCH_ROWS)
    .execute();
}

/** Unless the person has saved others meanwhile. */
async function signAnew(row: StoredInstructions, areAll: boolean): Promise<void> {
  const verdict = signedAs(row) ?? (areAll ? "forged" : "earlier");
  if (verdict === "forged") return;
  const { userId, instructions, mac } = row;
  const facts = { userId, instructions, isEarlier: verdict === "earlier" };
  await kysely()
    .updateTable("preference")
    .set({ instructions_mac: makeMac(presentRowKey(), facts) })
    .where("user_id", "=", userId)
    .where("instructions", "=", instructions)
    .where(sql<boolean>`instructions_mac IS NOT DISTINCT FROM ${mac}::bytea`)
    .execute();
}
