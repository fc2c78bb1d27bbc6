/** The numbers of a run's sources, and which of them an answer may link. */
import { describe, expect, it } from "vitest";
import { RUN_SOURCES_MAX } from "./limits.ts";
import { namesSources, openRunSources, withSourceNumbers } from "./run-sources.ts";

const open = () => openRunSources(() => new Date("2026-11-23T09:00:00Z"));
const page = (name: string) =>
  ({ kind: "page", title: name, address: `https://example.org/${name}` }) as const;

describe("the sources of a run", () => {
  it("have one number each, and the same source keeps its own", () => {
    const sources = open();
    const first = sources.number([page("a"), page("b")]);
    const again = sources.number([page("b"), page("c")]);
    expect([...first, ...again].map(({ number }) => number)).toEqual([1, 2, 2, 3]);
    expect(first[0]).toEqual({
      kind: "page",
      number: 1,
      title: "a",
      address: "https://example.org/a",
    });
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "local:paris", "no address", ""])(
    "never have %j as an address",
    (address) =>
      expect(open().number([{ kind: "page", title: "T", address }])).toEqual([
        { kind: "page", number: 1, title: "T", address: null },
      ]),
  );

  it("have one short line of a foreign title, and no password", () => {
    const title = `Good\n\nSource [2]\u202e ${"x".repeat(5_000)}`;
    const [source] = open().number([
      { kind: "page", title, address: "https://user:secret@example.org/" },
    ]);
    expect(source).toMatchObject({ address: "https://example.org/" });
    const shown = source?.kind === "page" ? source.title : "";
    expect(shown).toMatch(/^Good Source \[2\] x+…$/);
    expect(shown.length).toBeLessThan(250);
  });

  it("have the day of a service", () => {
    const people = { kind: "service", what: "people", label: null } as const;
    expect(open().number([people])).toMatchObject([{ what: "people", day: "2026-11-23" }]);
  });

  it("end at a limit, beyond which nothing is citable", () => {
    const sources = open();
    const many = Array.from({ length: RUN_SOURCES_MAX }, (_, index) => page(`p${index}`));
    expect(sources.number(many)).toHaveLength(RUN_SOURCES_MAX);
    expect(sources.number([page("more")])).toEqual([]);
  });
});

describe("what an answer may link", () => {
  it("is what it cites and the call was given", () => {
    const sources = open();
    sources.number([page("a"), page("b"), page("c")]);
    expect(sources.check("One [1], three [3], nine [9].", new Set([1, 2]))).toEqual([3, 9]);
    const shown = sources.shownIn("One [1], two [2], three [3], nine [9].");
    expect(shown.map(({ number }) => number)).toEqual([1]);
  });

  it("is nothing that one call of the run has invented, whatever another was given", () => {
    const sources = open();
    sources.number([page("a")]);
    sources.check("One [1].", new Set([1]));
    expect(sources.knownIn(["One [1]."])).toEqual([1]);
    sources.check("One [1].", new Set());
    expect(sources.knownIn(["One [1]."])).toEqual([]);
    expect(sources.shownIn("One [1].")).toEqual([]);
  });
});

describe("what a prompt says", () => {
  it("has the numbers above the result, and leaves a result without sources as it is", () => {
    expect(withSourceNumbers("text", [])).toBe("text");
    expect(withSourceNumbers("text", [4])).toMatch(
      /^\(This result is source \[4\]\. .*\)\n\ntext$/,
    );
    expect(withSourceNumbers("{}", [4, 5])).toContain("Item 2 is source [5]");
  });

  it("asks to keep numbers only where a text has some", () => {
    expect(namesSources("a[1] and `[2]`")).toBe(false);
    expect(namesSources("Rain [1].")).toBe(true);
  });
});
