import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeTotal } from "../stage.ts";
import type { BrowserReport, BrowserTest } from "./browser-report.ts";
import { countVerdict, judgeRun, selectAgain } from "./judge-run.ts";
import { addUnsteady, listToMend, readUnsteadyList } from "./unsteady-list.ts";

const test = (id: string, outcome: BrowserTest["outcome"], file = "chat/a.spec.ts") =>
  ({ id, name: `${file} › ${id}`, file, line: 7, project: "chromium", outcome }) as const;
const report = (...tests: BrowserTest[]): BrowserReport => ({ tests, errors: [] });
const nowhere = () => false;

describe("what runs again", () => {
  it("is nothing when nothing failed", () => {
    expect(selectAgain(report(test("a", "passed"), test("b", "skipped")), nowhere)).toEqual([]);
  });

  it("is a failed test, by its place", () => {
    const [place = ""] = selectAgain(report(test("a", "failed"), test("b", "passed")), nowhere);
    const [pattern = "", line] = place.split(":");
    expect("e2e/chat/a.spec.ts").toMatch(new RegExp(pattern));
    expect("e2e/chat/a-spec.ts").not.toMatch(new RegExp(pattern));
    expect(line).toBe("7");
  });

  it("is a whole file whose tests depend on each other", () => {
    const serial = report(test("a", "failed"), test("b", "failed"));
    expect(selectAgain(serial, () => true)).toEqual([RegExp.escape("chat/a.spec.ts")]);
    const cut = report(test("a", "failed"), test("b", "did-not-run"));
    expect(selectAgain(cut, nowhere)).toEqual([RegExp.escape("chat/a.spec.ts")]);
  });
});

describe("the verdict", () => {
  const first = report(
    test("steady", "passed"),
    test("once", "failed"),
    test("twice", "failed"),
    test("behind", "did-not-run"),
    test("left out", "skipped"),
  );

  it("is that what passes alone is unsteady, and what fails twice is broken", () => {
    const again = report(test("once", "passed"), test("twice", "failed"), test("behind", "passed"));
    const { passed, failed, unsteady, skipped } = judgeRun(first, again);
    expect(passed).toBe(3);
    expect(failed.map(({ id }) => id)).toEqual(["twice"]);
    expect(unsteady.map(({ id }) => id)).toEqual(["once"]);
    expect(skipped.map(({ id }) => id)).toEqual(["left out"]);
  });

  it("without a second run is that all of them failed, and what did not run, too", () => {
    expect(judgeRun(first, null).failed.map(({ id }) => id)).toEqual(["once", "twice", "behind"]);
  });

  it("does not count against a test that it failed only in the second run of its file", () => {
    const again = report(test("steady", "failed"), test("once", "passed"));
    expect(judgeRun(report(test("steady", "passed"), test("once", "failed")), again)).toMatchObject(
      {
        passed: 2,
        failed: [],
      },
    );
  });
});

describe("what a run counts", () => {
  const verdict = (unsteady: number) => {
    const tests = Array.from({ length: unsteady }, (_, index) => test(`${index}`, "failed"));
    const again = tests.map((one) => ({ ...one, outcome: "passed" as const }));
    return judgeRun(report(...tests, test("left out", "skipped")), report(...again));
  };

  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
    [9, 1],
  ])("with %i unsteady tests is red by %i", (unsteady, failed) => {
    const count = countVerdict(verdict(unsteady), []);
    expect(count).toMatchObject({ passed: unsteady, failed });
    expect(count.unsteady).toHaveLength(unsteady);
    expect(count.skipped).toEqual(["chat/a.spec.ts › left out"]);
  });

  it("is red for each test to mend, too", () => {
    expect(countVerdict(verdict(1), ["one", "other"]).failed).toBe(2);
    expect(countVerdict(judgeRun(report(test("a", "failed")), null), ["b"]).failed).toBe(2);
  });

  it("ends with what did not run and what was unsteady, by name", () => {
    expect(describeTotal({ passed: 3, failed: 0 })).toBe("3 passed, 0 failed");
    const count = { passed: 3, failed: 0, skipped: ["a (no haproxy)"], unsteady: ["b", "c"] };
    expect(describeTotal(count)).toBe(
      "3 passed, 0 failed, 1 skipped. Not run: a (no haproxy). Unsteady: b; c.",
    );
  });
});

describe("the list of unsteady tests", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "halfsilver-list-"));
    vi.spyOn(console, "log").mockImplementation(() => undefined);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("grows by each unsteady test, and is printed to be committed", () => {
    const file = join(folder, "unsteady.json");
    expect(readUnsteadyList(file)).toEqual([]);
    const once = { ...test("once", "failed"), reason: "x".repeat(1_000) };
    addUnsteady([once], "2026-11-26", file);
    addUnsteady([], "2026-11-27", file);
    addUnsteady([once], "2026-11-27", file);
    expect(readUnsteadyList(file)).toMatchObject([
      { test: once.name, date: "2026-11-26", error: "x".repeat(300) },
      { test: once.name, date: "2026-11-27" },
    ]);
    expect(readFileSync(file, "utf8")).toMatch(/\n$/);
    expect(vi.mocked(console.log)).toHaveBeenCalledTimes(2);
  });

  it("makes runs red by a third entry of one test", () => {
    const entry = (name: string) => ({ test: name, date: "2026-11-26", error: "" });
    expect(listToMend([entry("a"), entry("b"), entry("a")])).toEqual([]);
    expect(listToMend([entry("a"), entry("b"), entry("a"), entry("a")])).toEqual(["a"]);
  });
});
