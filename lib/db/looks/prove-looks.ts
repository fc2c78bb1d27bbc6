/** What proves a person's list of looks to their browser (lib/audit/bundle/looks-proof.ts). */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { LooksProof } from "../../audit/bundle/looks-proof.ts";
import { toHex } from "../../audit/bytes.ts";
import { type SealedEvent, toLeaf } from "../../audit/leaf.ts";
import { readEntries } from "../audit/read-trail.ts";
import { kysely } from "../client.ts";
import { readLooks, toldBefore } from "./list-looks.ts";
import { openPaths, readNewestTree, type SignedTree } from "./read-path.ts";

/** Of the same looks as `listLooks` tells, as far as the newest checkpoint has them. */
export async function proveLooks(actor: Actor): Promise<LooksProof> {
  assertCan(actor, "chat:use");
  const tree = await readNewestTree();
  if (!tree) return { checkpoint: null, last: null, lines: [] };
  // Before the rows: a look that comes meanwhile is then in the list, and not missing.
  const last = (await toldBefore()) === null ? await readLast(actor, tree) : null;
  const places = (await readLooks(actor)).flatMap(({ place }) =>
    place !== null && Number(place) < tree.size ? [Number(place)] : [],
  );
  const readPath = openPaths(tree);
  const lines: LooksProof["lines"] = [];
  for (const { place, event } of await readEntries(places)) {
    if (!event || event.subjectId !== actor.userId) continue;
    const path = (await readPath(place)).map(toHex);
    lines.push({ leaf: toLeaf(event), path, opened: openDetail(event) });
  }
  return { checkpoint: tree.note, last, lines };
}

/** From the leaves: there it stands also where the row is gone. */
async function readLast({ userId }: Actor, { size }: SignedTree): Promise<number | null> {
  const { last } = await kysely()
    .selectFrom("audit_leaf")
    .select(({ fn }) => fn.max("subject_seq").as("last"))
    .where("subject_id", "=", userId)
    .where("subject_seq", "is not", null)
    .where("place", "<", String(size))
    .executeTakeFirstOrThrow();
  return last;
}

/** A reveal names the field, which is hidden from people: it stays closed, and its reason with it. */
function openDetail({ action, detail }: SealedEvent): LooksProof["lines"][number]["opened"] {
  if (action !== "payloads.opened" || !("value" in detail)) return null;
  const { conversationId, reason, ...rest } = detail.value as Record<string, unknown>;
  if (typeof conversationId !== "string" || typeof reason !== "string") return null;
  if (Object.keys(rest).length > 0) return null;
  return { detail: { conversationId, reason }, salt: detail.salt };
}
