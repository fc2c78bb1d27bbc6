/** Sentences that say that something was done. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SELF_REPORTS_MAX } from "../limits.ts";
import { selfReportsIn } from "./case-desk.ts";

const DID = ["ran the tests", "searched the web", "have run it", "’ve just looked up the price"];
const SAID = ["run every morning", "think so", "could search the web", "am sure"];
const sentence = (did: string) => (did.startsWith("’") ? `I${did}.` : `I ${did}.`);

describe("a report of work", () => {
  it.each(DID)("is found: I %s", (did) => {
    expect(selfReportsIn(`Hello. ${sentence(did)} It is done.`)).toEqual([sentence(did)]);
  });

  it.each(SAID)("is none: I %s", (said) => {
    expect(selfReportsIn(sentence(said))).toEqual([]);
  });

  it("is none in a block of code", () => {
    expect(selfReportsIn("```\nI ran it.\n```\nThat is all.")).toEqual([]);
  });

  it("is found wherever it stands, and nothing else is", () => {
    const parts = fc.array(fc.constantFrom(...DID, ...SAID), { maxLength: SELF_REPORTS_MAX });
    fc.assert(
      fc.property(parts, (said) => {
        const expected = said.filter((one) => DID.includes(one)).map(sentence);
        expect(selfReportsIn(said.map(sentence).join("\n\n"))).toEqual([...new Set(expected)]);
      }),
      { numRuns: 200 },
    );
  });

  it("reads any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(selfReportsIn(text).length).toBeLessThanOrEqual(SELF_REPORTS_MAX);
      }),
      { numRuns: 200 },
    );
  });
});
