import { describe, expect, it } from "vitest";
import { clientMessageIdOf, type Draft, EMPTY_DRAFT, withAttempt } from "./draft.ts";

const file = { id: "f1", name: "a.txt", mediaType: "text/plain", sizeBytes: 3 };
const draft: Draft = { ...EMPTY_DRAFT, text: "Hello", attachments: [file] };
const newId = () => "new";

describe("clientMessageIdOf", () => {
  it("is new for a draft that was never sent", () => {
    expect(clientMessageIdOf(draft, newId)).toBe("new");
  });

  it("stays the same when the same message is sent again", () => {
    expect(clientMessageIdOf(withAttempt(draft, "first"), newId)).toBe("first");
    const spaced = { ...withAttempt(draft, "first"), text: " Hello\n" };
    expect(clientMessageIdOf(spaced, newId)).toBe("first");
  });

  it("is new once the text or the files have changed", () => {
    const tried = withAttempt(draft, "first");
    expect(clientMessageIdOf({ ...tried, text: "Hello there" }, newId)).toBe("new");
    expect(clientMessageIdOf({ ...tried, attachments: [] }, newId)).toBe("new");
  });
});
