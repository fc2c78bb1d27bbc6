/**
 * Says that a person saved these instructions for every answer: a MAC under a key that the database does not have, over the person
 * and the text. A text that was changed, or copied from another person, does not verify.
 */
import { toHex } from "../bytes.ts";
import { isMacOf, makeMac, type RowKey } from "./row-key.ts";

const DOMAIN = "halfsilver own instructions";

export type InstructionsFacts = {
  userId: string;
  instructions: string;
  /** True: they were stored without a MAC, so nobody knows who wrote them. */
  isEarlier: boolean;
};

export function signInstructions(
  key: RowKey,
  { userId, instructions, isEarlier }: InstructionsFacts,
): Buffer {
  return makeMac(key, JSON.stringify([DOMAIN, toHex(key.id), userId, instructions, isEarlier]));
}

export function areSignedInstructions(
  keys: readonly RowKey[],
  facts: InstructionsFacts,
  mac: Uint8Array,
): boolean {
  return isMacOf(keys, mac, (key) => signInstructions(key, facts));
}
