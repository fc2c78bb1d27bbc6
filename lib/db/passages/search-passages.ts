import "server-only";
/** Finds passages in the attachments of a conversation: by words, and by meaning where there are embeddings. */
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { FoundPassage, PassageSearch } from "../../contracts/passage.ts";
import { runStatement } from "../run-statement.ts";
import { storableText } from "../storable-json.ts";
import { MATCH_MEANING, MATCH_WORDS, READ_PASSAGES } from "./passage-search-sql.ts";
import { fuseRankings, type PassageKey, rankMatches, type WordMatch } from "./rank-passages.ts";

type PassageRow = PassageKey & { name: string; text: string };

const QUERY_MAX_CHARS = 1_000;
/** How many of each order are fused into one. */
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
  const [byWords, byMeaning] = await Promise.all([
    runStatement<WordMatch>(MATCH_WORDS, [...scope, words]),
    embedding ? runStatement<PassageKey>(MATCH_MEANING, [...scope, embedding, CANDIDATES]) : [],
  ]);
  const best = fuseRankings([rankMatches(byWords).slice(0, CANDIDATES), byMeaning]).slice(0, limit);
  const rows = await readPassages(scope, best);
  return best.flatMap((key) => rows.filter((row) => isSame(row, key)).map(toPassage));
}

async function readPassages(scope: unknown[], keys: readonly PassageKey[]): Promise<PassageRow[]> {
  if (keys.length === 0) return [];
  const ids = keys.map((key) => key.attachment_id);
  const ordinals = keys.map((key) => key.ordinal);
  return runStatement<PassageRow>(READ_PASSAGES, [...scope, ids, ordinals]);
}

function isSame(one: PassageKey, other: PassageKey): boolean {
  return one.attachment_id === other.attachment_id && one.ordinal === other.ordinal;
}

function toPassage({ attachment_id, name, ordinal, text }: PassageRow): FoundPassage {
  return { attachmentId: attachment_id, name, ordinal, text };
}
