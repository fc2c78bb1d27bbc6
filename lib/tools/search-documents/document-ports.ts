import "server-only";
/** What the search of documents needs from others: a store of passages, and embeddings where there are any. */
import type { Actor } from "../../access/actor.ts";
import type { FoundPassage, NewPassage, PassageSearch } from "../../contracts/passage.ts";

export type DocumentPorts = {
  /** Ids of the actor's attachments in this conversation that have no passages yet. */
  listUnindexed(actor: Actor, conversationId: string): Promise<readonly string[]>;
  /** Keeps passages of an attachment; the first to do so wins. */
  index(actor: Actor, attachmentId: string, passages: readonly NewPassage[]): Promise<void>;
  /** Best first, from the actor's attachments in this conversation and nowhere else. */
  search(
    actor: Actor,
    conversationId: string,
    search: PassageSearch,
  ): Promise<readonly FoundPassage[]>;
  /** One vector a text, in their order. Absent, or failing: the search goes by words alone. */
  embed?(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
};
