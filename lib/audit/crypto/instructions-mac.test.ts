/**
 * Nobody's instructions pass for another person's, or for other words, or for those of before, and no conversation for another
 * temporary chat; nor under another key.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  areSignedInstructions,
  type InstructionsFacts,
  isSignedTemporary,
  signInstructions,
  signTemporary,
  type TemporaryFacts,
} from "./instructions-mac.ts";
import { toRowKey } from "./row-key.ts";

const [key, earlier, foreign] = [1, 2, 3].map((byte) => toRowKey(Buffer.alloc(32, byte)));
if (!key || !earlier || !foreign) throw new Error("there are three keys");

const text = fc.string({ unit: "grapheme" });
const facts: fc.Arbitrary<InstructionsFacts> = fc.record({
  userId: text,
  instructions: text,
  isEarlier: fc.boolean(),
});

it("instructions are signed as they are, and as no others", () => {
  fc.assert(
    fc.property(facts, facts, (one, other) => {
      const mac = signInstructions(key, one);
      expect(areSignedInstructions([earlier, key], one, mac)).toBe(true);
      expect(areSignedInstructions([foreign], one, mac)).toBe(false);
      for (const name of Object.keys(one) as (keyof InstructionsFacts)[]) {
        const mixed = { ...one, [name]: other[name] };
        expect(areSignedInstructions([key], mixed, mac), name).toBe(one[name] === other[name]);
      }
    }),
  );
});

it("a temporary chat is signed as it is, and as no other", () => {
  const chat: fc.Arbitrary<TemporaryFacts> = fc.record({ conversationId: text, userId: text });
  fc.assert(
    fc.property(chat, chat, (one, other) => {
      const mac = signTemporary(key, one);
      expect(isSignedTemporary([earlier, key], one, mac)).toBe(true);
      expect(isSignedTemporary([foreign], one, mac)).toBe(false);
      for (const name of Object.keys(one) as (keyof TemporaryFacts)[]) {
        const mixed = { ...one, [name]: other[name] };
        expect(isSignedTemporary([key], mixed, mac), name).toBe(one[name] === other[name]);
      }
    }),
  );
});
