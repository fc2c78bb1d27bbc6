/** What the trail holds of a shared copy: a commitment to all that its page shows, under a salt that stands beside it. */
import "server-only";
import { type Kysely, type Selectable, sql } from "kysely";
import { toHex } from "../../../audit/bytes.ts";
import { commitTo } from "../../../audit/canonical.ts";
import type { Database } from "../../client.ts";
import { sha256Of } from "../../typed-sql.ts";

export type SharedRow = Pick<
  Selectable<Database["share_link"]>,
  "id" | "title" | "shared_by" | "frozen_at" | "copy" | "salt"
>;

/** @returns hexadecimal; null of a link from before there were salts, and of one that holds what we never store */
export async function commitToCopy(
  executor: Kysely<Database>,
  { id, title, shared_by: sharedBy, frozen_at: frozenAt, copy, salt }: SharedRow,
): Promise<string | null> {
  if (salt === null || !(frozenAt instanceof Date)) return null;
  const pictures = await executor
    .selectFrom("shared_picture")
    .select(["id", "media_type as mediaType"])
    .select(sha256Of(sql`data`).as("sha256"))
    .where("share_link_id", "=", id)
    .orderBy("id")
    .execute();
  const shown = { title, sharedBy, frozenAt: frozenAt.toISOString(), copy, pictures };
  try {
    return toHex(commitTo(shown, salt));
  } catch {
    return null;
  }
}
