import { beforeEach, describe, expect, it } from "vitest";
import { claim } from "./session-watch.tsx";

let kept: Map<string, string>;
let storage: Storage;

beforeEach(() => {
  kept = new Map();
  storage = {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
    clear: () => kept.clear(),
  };
});

const plant = () => {
  storage.setItem("halfsilver.draft.new", "theirs");
  storage.setItem("halfsilver.waiting.0f", "theirs");
  storage.setItem("halfsilver.theme", "dark");
};

describe("what the browser keeps of unsent words", () => {
  it("stays for the person who wrote it", () => {
    claim(storage, "ana");
    plant();
    claim(storage, "ana");
    expect([...kept.values()]).toEqual(["ana", "theirs", "theirs", "dark"]);
  });

  it("is gone before somebody else sees the page, and settings stay", () => {
    claim(storage, "ana");
    plant();
    claim(storage, "ben");
    expect([...kept]).toEqual([
      ["halfsilver.person", "ben"],
      ["halfsilver.theme", "dark"],
    ]);
  });

  it("of an earlier version stays for the first who comes", () => {
    plant();
    claim(storage, "ana");
    expect(kept.get("halfsilver.draft.new")).toBe("theirs");
  });
});
