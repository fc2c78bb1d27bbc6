import { describe, expect, it } from "vitest";
import { OWN_PASTE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { findPasted, textsOf } from "@/lib/contracts/public/person/pasted-parts.ts";
import { EMPTY_DRAFT, mergeDrafts, readDraft } from "../draft.ts";
import { findKept, keepPaste } from "./keep-paste.ts";

const LONG = "a".repeat(OWN_PASTE_MAX_CHARS + 1);

describe("a paste", () => {
  it("is kept where it is longer than a sentence or an address", () => {
    expect(keepPaste([], LONG)).toEqual([LONG]);
    expect(keepPaste(["before"], LONG)).toEqual(["before", LONG]);
    expect(keepPaste([LONG], LONG)).toEqual([LONG]);
    expect(keepPaste([], LONG.slice(1))).toEqual([]);
    expect(keepPaste(["before"], "")).toEqual(["before"]);
  });

  it("is kept as a text box has it", () => {
    expect(keepPaste([], `one\r\ntwo\r${LONG}`)).toEqual([`one\ntwo\n${LONG}`]);
  });

  it("is found in the text that is sent", async () => {
    const text = `Hello ${LONG}`;
    expect(await findKept(text, [])).toEqual([]);
    expect(await findKept(text, [LONG])).toEqual([[6, text.length]]);
  });
});

describe("a draft", () => {
  const draft = { ...EMPTY_DRAFT, text: `Hello ${LONG}`, pasted: [LONG] };

  it("keeps what was pasted in the browser, also one of an earlier version", () => {
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
    const { pasted: _, ...earlier } = draft;
    expect(readDraft(JSON.stringify(earlier))).toEqual({ ...draft, pasted: [] });
    expect(readDraft(JSON.stringify({ ...draft, pasted: [7, LONG] }))).toEqual(draft);
  });

  it("that comes back knows what was pasted into it and into what was typed since", () => {
    const since = { ...EMPTY_DRAFT, text: "More", pasted: ["More"] };
    const { text, pasted } = mergeDrafts(draft, since);
    expect(pasted).toEqual([LONG, "More"]);
    expect(textsOf(text, findPasted(text, pasted))).toEqual([LONG]);
  });
});
