/** Finds passages in the attachments of a conversation: by words, and by meaning where there are embeddings. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { FoundPassage, PassageSearch } from "../../contracts/passage.ts";
import { PASSAGE_CANDIDATES_MAX, PASSAGE_QUERY_MAX_CHARS } from "../limits.ts";
import { storableText } from "../storable-json.ts";
import { matchMeaning, matchWords, readPassages } from "./match-passages.ts";
import { fuseRankings, rankMatches } from "./rank-passages.ts";

/** Best first. Searches only those of the given attachments that are the actor's own and in this conversation. */
export async function searchPassages(
  actor: Actor,
  conversationId: string,
  { query, attachmentIds, limit, embedding }: PassageSearch,
): Promise<FoundPassage[]> {
  assertCan(actor, "chat:use");
  const scope = { conversationId, ownerId: actor.userId, attachmentIds };
  const words = storableText(query.slice(0, PASSAGE_QUERY_MAX_CHARS));
  const [byWords, byMeaning] = await Promise.all([
    matchWords(scope, words),
    embedding ? matchMeaning(scope, embedding, PASSAGE_CANDIDATES_MAX) : [],
  ]);
  const best = fuseRankings([
    rankMatches(byWords).slice(0, PASSAGE_CANDIDATES_MAX),
    byMeaning,
  ]).slice(0, limit);
  const rows = await readPassages(scope, best);
  return best.flatMap((key) =>
    rows
      .filter((row) => row.attachment_id === key.attachment_id && row.ordinal === key.ordinal)
      .map(({ attachment_id, name, ordinal, text }) => ({
        attachmentId: attachment_id,
        name,
        ordinal,
        text,
      })),
  );
}
