/**
 * Says that a person saved these instructions for every answer: a MAC under a key that the database does not have, over the person
 * and the text. A text that was changed, or copied from another person, does not verify.
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
