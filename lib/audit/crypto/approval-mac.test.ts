/** No question, decision or waiting call passes for another one, nor under another key. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type ApprovalFacts,
  isSignedApproval,
  isSignedServiceCall,
  signApproval,
  signServiceCall,
} from "./approval-mac.ts";
import { toRowKey } from "./row-key.ts";

const [key, earlier, foreign] = [1, 2, 3].map((byte) => toRowKey(Buffer.alloc(32, byte)));
if (!key || !earlier || !foreign) throw new Error("there are three keys");

const text = fc.string({ unit: "grapheme" });
const decided = fc.record({
  decision: fc.constantFrom("approved", "declined"),
  changed: fc.option(text),
  userMessageId: text,
});
const facts: fc.Arbitrary<ApprovalFacts> = fc.record({
  approvalId: text,
  conversationId: text,
  runId: text,
  userId: text,
  askedSha256: text,
  resumeSha256: text,
  isEarlier: fc.boolean(),
  decided: fc.option(decided),
});

it("an approval is signed as it is, and as no other one", () => {
  fc.assert(
    fc.property(facts, facts, (one, other) => {
      const mac = signApproval(key, one);
      expect(isSignedApproval([earlier, key], one, mac)).toBe(true);
      expect(isSignedApproval([foreign], one, mac)).toBe(false);
      for (const name of Object.keys(one) as (keyof ApprovalFacts)[]) {
        const isSame = JSON.stringify(one[name]) === JSON.stringify(other[name]);
        const mixed = { ...one, [name]: other[name] };
        expect(isSignedApproval([key], mixed, mac), name).toBe(isSame);
      }
    }),
  );
});

it("a call of the service is bound to its conversation, and is no approval", () => {
  fc.assert(
    fc.property(text, text, text, (conversationId, sha256, other) => {
      const mac = signServiceCall(key, { conversationId, sha256 });
      const isSigned = (of: object) =>
        isSignedServiceCall([key], { conversationId, sha256, ...of }, mac);
      expect(isSigned({})).toBe(true);
      expect(isSigned({ conversationId: other })).toBe(other === conversationId);
      expect(isSigned({ sha256: other })).toBe(other === sha256);
    }),
  );
});
