/** A MAC holds for exactly what was signed: not with another person, other words, an earlier version, or another key. */
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
import { type RowKey, toRowKey } from "./row-key.ts";

const keyOf = (byte: number) => toRowKey(Buffer.alloc(32, byte));
const [key, earlier, foreign] = [keyOf(1), keyOf(2), keyOf(3)] as const;

const text = fc.string({ unit: "grapheme" });
const facts: fc.Arbitrary<InstructionsFacts> = fc.record({
  userId: text,
  instructions: text,
  isEarlier: fc.boolean(),
});

/** Signed under a key, it holds under this one, also beside an earlier one, and for no other value of any field. */
function expectBound<Facts extends object>(
  facts: fc.Arbitrary<Facts>,
  sign: (by: RowKey, of: Facts) => Uint8Array,
  isSigned: (keys: readonly RowKey[], of: Facts, mac: Uint8Array) => boolean,
): void {
  fc.assert(
    fc.property(facts, facts, (one, other) => {
      const mac = sign(key, one);
      expect(isSigned([earlier, key], one, mac)).toBe(true);
      expect(isSigned([foreign], one, mac)).toBe(false);
      for (const name of Object.keys(one) as (keyof Facts & string)[]) {
        const mixed = { ...one, [name]: other[name] };
        expect(isSigned([key], mixed, mac), name).toBe(one[name] === other[name]);
      }
    }),
  );
}

it("instructions are signed as they are, and as no others", () => {
  expectBound(facts, signInstructions, areSignedInstructions);
});

it("a temporary chat is signed as it is, and as no other", () => {
  const chat: fc.Arbitrary<TemporaryFacts> = fc.record({ conversationId: text, userId: text });
  expectBound(chat, signTemporary, isSignedTemporary);
});
