/**
 * Says that the application created a run, because this person asked this question: a MAC under a key that the database does
 * not have. A process that takes the run over answers nothing that nobody asked.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { toHex } from "../bytes.ts";
import { keyOf, type RowKey } from "./row-mac.ts";

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
  place: {
    parentId: string | null;
    questionOrdinal: number;
    questionBranch: number;
    answerOrdinal: number;
    answerBranch: number;
  };
};

/** @returns as of a row: 36 bytes */
export function signRun(key: RowKey, facts: RunFacts): Buffer {
  const { runId, userId, conversationId, userMessageId, answerMessageId, questionSha256 } = facts;
  const { parentId, questionOrdinal, questionBranch, answerOrdinal, answerBranch } = facts.place;
  const ids = [runId, userId, conversationId, userMessageId, answerMessageId, questionSha256];
  const place = [parentId, questionOrdinal, questionBranch, answerOrdinal, answerBranch];
  const text = JSON.stringify([DOMAIN, toHex(key.id), ids, place]);
  return Buffer.concat([key.id, createHmac("sha256", key.secret).update(text).digest()]);
}

export function isSignedRun(keys: readonly RowKey[], facts: RunFacts, mac: Uint8Array): boolean {
  const key = keyOf(keys, mac);
  if (!key) return false;
  const expected = signRun(key, facts);
  return expected.length === mac.length && timingSafeEqual(expected, mac);
}
