/** Near copies of a turn are found, whatever was changed in them; other prose and short values are not. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findQuotedTurn, leaveOutQuotes, type SaidTurn } from "./quotes-turn.ts";

const by = (text: string): SaidTurn => ({ by: "person", text });

const COMMON =
  "the a of in to we and for with that is it on at by our this will be have from they you not can";
const RARE =
  "harbour kettle violin orchard lantern pepper meadow ribbon copper saddle walnut thistle ferry anchor blanket candle drawer engine forest garden hammer island jacket ladder magnet needle oyster pillow quarry rocket shelter tunnel umbrella valley window yellow zipper basket cotton dinner feather glacier";
const word = fc.oneof(
  fc.constantFrom(...COMMON.split(" ")),
  fc.constantFrom(...RARE.split(" ")),
  fc.constantFrom(...RARE.split(" ")),
);
const turnWords = fc.array(word, { minLength: 12, maxLength: 200 });

/** Two words of twelve are a fifth of them. */
const EDITS_MAX = 2;
const edits = fc.array(
  fc.record({ at: fc.nat(11), kind: fc.constantFrom("drop", "change", "split") }),
  { maxLength: EDITS_MAX },
);

/** A stretch of twelve words with some of them dropped, changed, or changed for two others. */
const edited = fc
  .tuple(turnWords, fc.nat(), edits, fc.array(word, { maxLength: 60 }), fc.nat(60))
  .map(([words, from, changes, around, place]) => {
    const start = from % (words.length - 11);
    const stretch = words.slice(start, start + 12).map((one, at) => {
      const change = changes.find((each) => each.at === at);
      if (!change) return one;
      return { drop: "", change: "qqq", split: "qqq www" }[change.kind] ?? one;
    });
    const text = [...around.slice(0, place), ...stretch, ...around.slice(place)];
    return { turn: words.join(" "), text: text.filter(Boolean).join(" ") };
  });

const LONG =
  "We run a small harbour museum in Bergen, and we would like to have an app with which visitors can hear the stories of the old ships while they walk along the quay.";

describe("a near copy of a turn", () => {
  it("is found, whichever words of a stretch are changed or dropped, and wherever it stands", () => {
    fc.assert(
      fc.property(edited, ({ turn, text }) => {
        expect(findQuotedTurn([text], [by(turn)])).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it("is left out of a prompt, and nothing else is", () => {
    fc.assert(
      fc.property(edited, ({ turn, text }) => {
        const left = leaveOutQuotes(text, [by(turn)]);
        expect(left).toContain("[…]");
        expect(findQuotedTurn([left], [by(turn)])).toBeNull();
      }),
      { numRuns: 500 },
    );
    const prompt = `- goal: guides on the quay\n- said: ${LONG}\n- platform: iOS`;
    expect(leaveOutQuotes(prompt, [by(LONG)])).toBe(
      "- goal: guides on the quay\n- said: […].\n- platform: iOS",
    );
  });

  it.each([
    ["one word dropped", LONG.replace("small ", "")],
    ["every fifth word dropped", every(LONG, 5, "")],
    ["every sixth word changed", every(LONG, 6, "something")],
    ["case and punctuation", LONG.toUpperCase().replaceAll(/[,. ]+/g, " - ")],
    ["soft hyphens", LONG.replaceAll("o", "o\u00ad")],
    ["full-width letters", LONG.replaceAll("a", "\uff41")],
    ["an address", `https://x.example/?q=${encodeURIComponent(LONG)}`],
    ["the end alone", LONG.split(" ").slice(-13).join(" ")],
  ])("is found: %s", (_what, text) => {
    expect(findQuotedTurn([text], [by(LONG)])?.text).toBe(LONG);
  });

  it("is found over several fields, in an answer, and in a script without spaces", () => {
    const words = LONG.split(" ");
    const fields = [words.slice(0, 7), words.slice(7, 15)].map((part) => part.join(" "));
    expect(findQuotedTurn(fields, [by(LONG)])).not.toBeNull();
    expect(findQuotedTurn([LONG], [{ by: "assistant", text: `Yes. ${LONG} Is it so?` }])).toEqual(
      expect.objectContaining({ by: "assistant" }),
    );
    const chinese = "我们想要一个手机应用来记录跑步的路线和时间还有朋友";
    expect(findQuotedTurn([chinese.replaceAll("记录", "")], [by(chinese)])).not.toBeNull();
    const thai = "เราต้องการแอปสำหรับบันทึกเส้นทางวิ่งและเวลาของเพื่อน";
    expect(findQuotedTurn([thai.replace("วิ่ง", "")], [by(thai)])).not.toBeNull();
  });
});

function every(text: string, nth: number, instead: string): string {
  const words = text.split(" ").map((one, at) => ((at + 1) % nth === 0 ? instead : one));
  return words.filter(Boolean).join(" ");
}

describe("what is no copy", () => {
  it.each([
    [
      "prose of the same subject",
      "Audio guide for a maritime museum: people walking by the water listen to ship histories. Needs a phone app for guests, offline, in three languages; the museum is small and stands in Bergen.",
    ],
    ["short values", "small harbour museum in Bergen\nstories of the old ships"],
    ["the words in another order", LONG.split(" ").toReversed().join(" ")],
    ["the words, sorted", LONG.split(" ").toSorted().join(" ")],
  ])("passes: %s", (_what, text) => {
    expect(findQuotedTurn([text], [by(LONG)])).toBeNull();
    expect(leaveOutQuotes(text, [by(LONG)])).toBe(text);
  });

  it("passes: up to nine words of any turn, as a field has them", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 12, maxLength: 80 }), fc.nat(), (words, from) => {
        const start = from % (words.length - 9);
        const value = words.slice(start, start + 9).join(" ");
        expect(findQuotedTurn([value], [by(words.join(" "))])).toBeNull();
      }),
    );
  });

  it("passes: other prose out of the same words, whose order is by chance", () => {
    const prose = fc.array(fc.constantFrom(...RARE.split(" ")), { minLength: 12, maxLength: 150 });
    fc.assert(
      fc.property(prose, prose, (said, kept) => {
        expect(findQuotedTurn([kept.join(" ")], [by(said.join(" "))])).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("what the comparison costs", () => {
  it("is no more where both texts repeat one word without end", () => {
    const words = "la ".repeat(20_000);
    const other = `${"la la lu ".repeat(5_000)}`;
    expect(findQuotedTurn([other], [by("la li ".repeat(10_000))])).toBeNull();
    expect(findQuotedTurn([words], [by(words)])).not.toBeNull();
  });
});
