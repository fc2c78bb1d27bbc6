/**
 * Says that the application created a run, because this person asked this question: a MAC under a key that the database does
 * not have. A process that takes the run over answers only a question that verifies.
 */
import { toHex } from "../bytes.ts";
import { isMacOf, makeMac, type RowKey } from "./row-key.ts";

const DOMAIN = "halfsilver run";

/** What a MAC says of a run. None of it changes while the run goes on. */
export type RunFacts = {
  runId: string;
  userId: string;
  conversationId: string;
  userMessageId: string;
  answerMessageId: string;
  /** SHA-256 of the question's words in UTF-8, hexadecimal. */
  questionSha256: string;
  /** Which stretches of them its person pasted. Not in MACs from before; absent or null for none. */
  pasted?: readonly unknown[] | null;
  place: {
    parentId: string | null;
    questionOrdinal: number;
    questionBranch: number;
    answerOrdinal: number;
    answerBranch: number;
  };
};

export function signRun(key: RowKey, facts: RunFacts): Buffer {
  const { runId, userId, conversationId, userMessageId, answerMessageId, questionSha256 } = facts;
  const { parentId, questionOrdinal, questionBranch, answerOrdinal, answerBranch } = facts.place;
  const ids = [runId, userId, conversationId, userMessageId, answerMessageId, questionSha256];
  const place = [parentId, questionOrdinal, questionBranch, answerOrdinal, answerBranch];
  const pasted = facts.pasted?.length ? [facts.pasted] : [];
  return makeMac(key, JSON.stringify([DOMAIN, toHex(key.id), ids, place, ...pasted]));
}

export function isSignedRun(keys: readonly RowKey[], facts: RunFacts, mac: Uint8Array): boolean {
  // Where it is over none, some that are stored only lower what the words are trusted.
  return [facts.pasted, null].some((pasted) =>
    isMacOf(keys, mac, (key) => signRun(key, { ...facts, pasted })),
  );
}
