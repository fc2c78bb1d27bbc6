/** What a person has chosen for all of their conversations. Turns read it in the statement that creates them. */
import "server-only";
import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { Look } from "../../contracts/public/person/preferences.ts";
import { kysely } from "../client.ts";
import { storableText } from "../storable-json.ts";
import { signOwn } from "../turns/own-instructions.ts";

export type Preferences = {
  /** Empty for none. */
  instructions: string;
  /** The id of an offered connection; null for the operator's own choice. */
  model: string | null;
  /** Digest of the notice that the person has read; null for none. */
  noticeSeen: string | null;
  /** A change of it is merged: what it does not name stays. */
  look: Look;
};

export async function readPreferences(actor: Actor): Promise<Preferences> {
  assertCan(actor, "chat:use");
  const stored = await kysely()
    .selectFrom("preference")
    .select(["instructions", "model", "notice_seen as noticeSeen", "look"])
    .where("user_id", "=", actor.userId)
    .executeTakeFirst();
  if (!stored) return { instructions: "", model: null, noticeSeen: null, look: {} };
  // A newer version may have stored what this one does not know.
  return { ...stored, look: Look.safeParse(stored.look).data ?? {} };
}

/** Changes what is given, and leaves the rest. */
export async function storePreferences(actor: Actor, change: Partial<Preferences>): Promise<void> {
  assertCan(actor, "chat:use");
  const { instructions, model, noticeSeen, look } = change;
  const chosen = look === undefined ? null : JSON.stringify(look);
  const values = {
    ...(instructions === undefined ? {} : signed(actor, storableText(instructions))),
    ...(model === undefined ? {} : { model }),
    ...(noticeSeen === undefined ? {} : { notice_seen: noticeSeen }),
    updated_at: sql<Date>`now()`,
  };
  const first = chosen === null ? {} : { look: sql<string>`${chosen}::jsonb` };
  const merged = chosen === null ? {} : { look: sql<string>`preference.look || ${chosen}::jsonb` };
  await kysely()
    .insertInto("preference")
    .values({ user_id: actor.userId, ...values, ...first })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...values, ...merged }))
    .execute();
}

/** The text, with what shows in turns that its person saved it. */
function signed({ userId }: Actor, instructions: string) {
  return { instructions, instructions_mac: signOwn({ userId, instructions }) };
}
