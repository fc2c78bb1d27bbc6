/** Prints real documents in the real process, and reads the PDFs back. */

import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it, vi } from "vitest";
import { commandOf, descendantsOf } from "../../../scripts/processes/find-process.ts";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import { twoHundredNumbers } from "../../contracts/json/testing/two-hundred-numbers.ts";
import { DOCUMENT_PRINT_LIMITS } from "../limits.ts";
import { printDocument } from "./print-document.ts";

const LABELS = {
  page: "Page {page} of {pages}",
  missing: "A sign is missing.",
  plain: "As written.",
};
const print = (markdown: string) =>
  printDocument(markdown, LABELS, { person: "one", signal: new AbortController().signal });

async function pagesOf(markdown: string): Promise<string[]> {
  const printed = await print(markdown);
  if (!printed.ok) throw new Error(printed.reason);
  const { text } = await extractText(await getDocumentProxy(printed.pdf));
  return text;
}

function linesOf(count: number, line: (depth: number) => string): string {
  return Array.from({ length: count }, (_, depth) => line(depth)).join("\n");
}

describe("a printed document", () => {
  it("has headings, lists, tables and a number on each page", async () => {
    const long = "A paragraph of some length, which stands here many times.\n\n".repeat(60);
    const markdown = `# Dogs & cats\n\nAn **app**\n\n## Goal\n\n- Find *dogs*\n- Fast\n\n1. one\n\n| a | b |\n|---|---|\n| c | d |\n\n${long}`;
    const pages = await pagesOf(markdown);
    expect(pages.length).toBeGreaterThan(1);
    for (const word of ["Dogs & cats", "An app", "Goal", "• Find dogs", "1. one"])
      expect(pages[0]).toContain(word);
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(pages.join("")).not.toContain(LABELS.missing);
  });

  it("prints each number as it was written, in text, lists and tables", async () => {
    const long = `${"1234567890".repeat(9)}.${"0987654321".repeat(9)}`;
    const some = twoHundredNumbers().filter((_, index) => index % 5 === 0);
    const wide = "2.614702398800614468903497971746158e179";
    const numbers = [...some, wide, "1e400", "-1e400", long, `-${long}e-12`];
    const blocks = numbers.map((number) => `from ${number} on\n\n- ${number}\n\n`);
    const rows = numbers.map((number) => `| n | ${number} |`);
    const pages = await pagesOf([...blocks, "| a | b |", "| --- | --- |", ...rows].join("\n"));
    const printed = pages.join("").replaceAll(/\s/g, "");
    for (const number of numbers)
      for (const place of [`from${number}on`, `•${number}`, `n${number}`])
        expect(printed).toContain(place);
  });

  it("reads a text as the chat does", async () => {
    const text = `It is $100, H<sub>2</sub>O, ~5 &rarr; 6<br>これは**「重要」**です\n\n> [!TIP]\n> Save **now**.\n\n<details>\n<summary>More</summary>\n\n- [x] done\n\n</details>`;
    const [page = ""] = await pagesOf(text);
    for (const words of [
      "It is $100, H2O, ~5 → 6",
      "これは「重要」です",
      "Tip",
      "Save now.",
      "More",
      "done",
    ])
      expect(page.replace(/\s+/g, " ")).toContain(words);
    expect(page).not.toMatch(/<|\*\*|\[!/);
  });

  it("keeps raised figures apart from the others among letters without spaces", async () => {
    const [page = ""] = await pagesOf("距離は10<sup>8</sup>km、1<sup>st</sup>です。");
    expect(page).toContain("10^8km");
    expect(page).toContain("1st");
  });

  it("prints the letters of many scripts, and says where it has none", async () => {
    const [page = ""] = await pagesOf(
      "# Łódź\n\nПривет Γειά 中文 日本語 한국어 שלום\n\nA dog 🐕 ran",
    );
    for (const word of ["Łódź", "Привет", "Γειά", "中文", "日本語", "한국어"])
      expect(page).toContain(word);
    expect(page).toContain("A dog * ran");
    expect(page).toContain(LABELS.missing);
  });

  it("breaks lines between letters that have no spaces, and never before a closing mark", async () => {
    const [page = ""] = await pagesOf(
      `${"很长的一行文字".repeat(6)}很。${"很长的一行文字".repeat(6)}`,
    );
    const lines = page.split("\n").filter((line) => line.includes("很"));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join("")).toHaveLength(7 * 12 + 2);
    for (const line of lines) expect(line).not.toMatch(/^。/);
  });

  it.each([
    ["quotations", `${"> ".repeat(9_000)}a`],
    ["lists", linesOf(200, (depth) => `${"  ".repeat(depth)}- a`)],
    ["emphasis", `${"*a **b ".repeat(4_000)} a`],
    ["brackets", `${"[".repeat(9_000)}a`],
  ])("is printed as it was written where it is too much: %s", async (_kind, hostile) => {
    const pages = (await pagesOf(`# Title\n\nFirst words.\n\n${hostile}\n\nLast words.`)).join("");
    for (const words of ["# Title", "First words.", "Last words.", LABELS.plain])
      expect(pages).toContain(words);
  });

  it("makes no marks of the signs that stand for missing letters", async () => {
    const [page = ""] = await pagesOf(`${"🐕 ".repeat(300)}\n\n🐕 one\n🐕 two`);
    expect(page).toContain("* one * two");
    expect(page).not.toContain("•");
  });

  it("is printed by another process where the first one is stopped", async () => {
    const printing = print("# Title");
    await vi.waitFor(
      () => {
        const pid = descendantsOf(process.pid).find((one) =>
          commandOf(one)?.includes("document-print/inside/worker.mjs"),
        );
        if (!pid) throw new Error("no process yet");
        process.kill(pid, "SIGSTOP");
      },
      { ...PATIENCE, interval: 5 },
    );
    expect(await printing).toMatchObject({ ok: true });
  });

  it("is refused where it is too long, and given up where nobody waits", async () => {
    const long = "x".repeat(DOCUMENT_PRINT_LIMITS.maxChars + 1);
    expect(await print(long)).toEqual({ ok: false, reason: "too-long" });
    const gone = await printDocument("# x", LABELS, { person: "one", signal: AbortSignal.abort() });
    expect(gone).toEqual({ ok: false, reason: "aborted" });
  });
});
