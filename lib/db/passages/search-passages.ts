import "server-only";
/** Finds passages in the attachments of a conversation: by words, and by meaning where there are embeddings. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { FoundPassage, PassageSearch } from "../../contracts/passage.ts";
import { runStatement } from "../run-statement.ts";
import { storableText } from "../storable-json.ts";
import { SEARCH_MEANING, SEARCH_WORDS } from "./passage-search-sql.ts";

type PassageRow = { attachment_id: string; name: string; ordinal: number; text: string };

const QUERY_MAX_CHARS = 1_000;
/** How many of each list are fused into one. */
const CANDIDATES = 30;

/** Best first. Another person's attachments, and those of other conversations, are never found. */
export async function searchPassages(
  actor: Actor,
  conversationId: string,
  { query, attachmentId, limit, embedding }: PassageSearch,
): Promise<FoundPassage[]> {
  assertCan(actor, "chat:use");
  const scope = [conversationId, actor.userId, attachmentId];
  const words = storableText(query.slice(0, QUERY_MAX_CHARS));
  const lists = await Promise.all([
    runStatement<PassageRow>(SEARCH_WORDS, [...scope, words, CANDIDATES]),
    embedding ? runStatement<PassageRow>(SEARCH_MEANING, [...scope, embedding, CANDIDATES]) : [],
  ]);
  return fuse(lists).slice(0, limit).map(toPassage);
}

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) with their constant. */
const FUSION_K = 60;

function fuse(lists: readonly (readonly PassageRow[])[]): PassageRow[] {
  const fused = new Map<string, { row: PassageRow; score: number }>();
  for (const list of lists)
    for (const [rank, row] of list.entries()) {
      const key = `${row.attachment_id} ${row.ordinal}`;
      const score = (fused.get(key)?.score ?? 0) + 1 / (FUSION_K + rank + 1);
      fused.set(key, { row, score });
    }
  const ranked = [...fused.values()].toSorted((one, other) => other.score - one.score);
  return ranked.map(({ row }) => row);
}

function toPassage({ attachment_id, name, ordinal, text }: PassageRow): FoundPassage {
  return { attachmentId: attachment_id, name, ordinal, text };
}
