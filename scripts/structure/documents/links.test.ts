/** The README and the documents: each link leads to a file, and to a heading of it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../setup/paths.ts";
import { listFiles } from "../list-files.ts";

const README_MAX_LINES = 150;

/** `](path)` or `](path#heading)`, without addresses of the web. */
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;

const documents = listFiles().filter(
  (path) => path.endsWith(".md") && !path.startsWith("docs/search-index/"),
);
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function brokenLinks(path: string, text: string): string[] {
  return [...text.replaceAll(CODE, "").matchAll(LINK)].flatMap(([link, to = "", heading]) => {
    const target = to === "" ? path : join(dirname(path), to);
    if (!existsSync(join(ROOT, target))) return [`${path}: ${link}`];
    if (heading === undefined || !target.endsWith(".md")) return [];
    return anchorsOf(to === "" ? text : read(target)).includes(heading) ? [] : [`${path}: ${link}`];
  });
}

it("every link leads somewhere", () => {
  expect(documents).toContain("README.md");
  expect(documents.flatMap((path) => brokenLinks(path, read(path)))).toEqual([]);
});

it("a link to a file or a heading that is not there is found", () => {
  const text =
    "# A b, c\n[a](#a-b-c) [b](#other) [c](none.md) [d](docs/look.md#none) [e](CONTRIBUTING.md#tests) `[f](none)`";
  const links = ["](#other)", "](none.md)", "](docs/look.md#none)"];
  expect(brokenLinks("README.md", text)).toEqual(links.map((link) => `README.md: ${link}`));
});

it(`the README has at most ${README_MAX_LINES} lines`, () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(README_MAX_LINES);
});

/** Not the decisions, which say what was, and not the guides, which name files that are still to be written. */
const OF_TODAY = /^(?:README|CONTRIBUTING|docs\/[\w-]+)\.md$/;
const NAMED =
  /`((?:app|bench|components|docs|e2e|lib|prisma|scripts)\/[\w()[\]./-]+\.(?:json|md|mjs|sql|tsx?))`/g;

it("every file that a document of today names is there", () => {
  const missing = documents
    .filter((path) => OF_TODAY.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(NAMED)]
        .filter(([, named = ""]) => !existsSync(join(ROOT, named)))
        .map(([, named]) => `${path}: ${named}`),
    );
  expect(missing).toEqual([]);
});

it("the table of a turn names each file once", () => {
  const [, table = ""] = read("docs/architecture.md").split("## A turn, file by file\n");
  const files = [...table.matchAll(/^\|[^|]*\| (?:\[[^\]]+\]\(([^)]+)\)|`([^`]+)`) \|/gm)].map(
    ([, linked, named]) => linked ?? named,
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});
