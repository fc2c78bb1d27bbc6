/**
 * Says that a person saved these instructions for every answer, or began this conversation as a temporary chat: MACs under a key
 * that the database does not have. A text that was changed, or a MAC of another person's row, does not verify.
 */
import { macOf } from "./row-key.ts";

export type InstructionsFacts = {
  userId: string;
  instructions: string;
  /** True: they were stored without a MAC, so nobody knows who wrote them. */
  isEarlier: boolean;
};

export const { sign: signInstructions, isSigned: areSignedInstructions } = macOf(
  "halfsilver own instructions",
  ({ userId, instructions, isEarlier }: InstructionsFacts) => [userId, instructions, isEarlier],
);

export type TemporaryFacts = { conversationId: string; userId: string };

export const { sign: signTemporary, isSigned: isSignedTemporary } = macOf(
  "halfsilver temporary chat",
  ({ conversationId, userId }: TemporaryFacts) => [conversationId, userId],
);
