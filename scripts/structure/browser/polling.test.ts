/** Everything of a page that asks again and again takes its interval from one place, which rests and knows hidden tabs. */
import { describe, expect, it } from "vitest";
import { isTest, listSourceFiles } from "../list-files.ts";
import { isNode, lineAt, parseSource, readSource, type Source, walk } from "../parse-source.ts";

const HELPER = "components/ui/device/polling.ts";

/** Timers that are no polls, and why. */
const EXCEPTIONS: Record<string, string> = {
  "components/chat/use-temporary.ts":
    "tells that a temporary chat is open, once a minute, also in a hidden tab: silence erases it",
  "components/chat/run/run-relay.ts": "between tabs, while an answer is being written; no request",
};

const OPTIONS = ["refetchInterval", "refetchIntervalInBackground", "pollingInterval"];

function findPolls(source: Source): string[] {
  const found: string[] = [];
  const note = (node: { start: number }) =>
    found.push(`${source.path}:${lineAt(source, node.start)}`);
  for (const statement of source.body)
    walk(statement, (node) => {
      const { key, callee } = node;
      if (
        node.type === "Property" &&
        isNode(key) &&
        OPTIONS.includes(String(key.name ?? key.value))
      )
        note(node);
      if (node.type !== "CallExpression" || !isNode(callee)) return;
      const name = isNode(callee.property) ? callee.property.name : callee.name;
      if (name === "setInterval") note(node);
    });
  return found;
}

const pathIn = (line: string) => line.split(":", 1)[0] ?? "";

describe("a page", () => {
  it("polls by the one helper", () => {
    const found = listSourceFiles()
      .filter((path) => /^(?:app|components)\//.test(path) && !isTest(path) && path !== HELPER)
      .filter((path) => path.endsWith(".tsx") || path.startsWith("components/"))
      .flatMap((path) => findPolls(readSource(path)));
    expect(found.filter((line) => !(pathIn(line) in EXCEPTIONS))).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((path) => !found.map(pathIn).includes(path))).toEqual([]);
  });

  it.each([
    "useQuery({ queryKey, refetchInterval: 5_000 });",
    'useQuery({ "refetchInterval": () => 5_000 });',
    "setInterval(ask, 1_000);",
    "const timer = window.setInterval(() => ask(), EVERY_MS);",
    "useEffect(() => { globalThis.setInterval(ask, 5); });",
  ])("is found where it does not: %s", (code) => {
    expect(findPolls(parseSource("components/a.ts", code))).toEqual(["components/a.ts:1"]);
  });

  it("may use timers that run once", () => {
    expect(
      findPolls(parseSource("components/a.ts", "setTimeout(end, 5); poll({ busyMs });")),
    ).toEqual([]);
  });
});
