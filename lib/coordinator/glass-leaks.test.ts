/**
 * The glass with all that this deployment hides: two hundred wordings in which a model gives it away, in pieces divided at
 * every place, and five hundred answers that give nothing away.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { GlassMeter } from "../glass/glass-meter.ts";
import { RunGlass } from "../glass/run-glass.ts";
import type { ModelTool } from "../llm/model-types.ts";
import { registeredPrompts } from "./prompt-registry.ts";

const MARK = "(out)";
const HIDDEN_ROW = 8;

let hidden: string[];
let glass: RunGlass;
beforeAll(async () => {
  const { systemPrompts, toolSchemas } = await registeredPrompts();
  const tools = Object.values(toolSchemas).flat() as ModelTool[];
  glass = new RunGlass("cut", MARK, () => undefined);
  hidden = [];
  for (const [source, texts] of Object.entries(systemPrompts))
    for (const text of texts) {
      glass.hide(source, text, () => [text]);
      hidden.push(text);
    }
  for (const { function: tool } of tools) {
    const texts = [tool.description ?? "", JSON.stringify(tool.parameters)];
    glass.hide(tool.name, texts.join(), () => texts);
    glass.hideName("tools", tool.name);
    hidden.push(texts[0] ?? "");
  }
});

/** Another reading than the meter's own: letters and digits, in lower case. */
const plainWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function rowsOf(text: string): Set<string> {
  const words = plainWords(text);
  return new Set(words.map((_, at) => words.slice(at, at + HIDDEN_ROW).join(" ")));
}

const replaced = (text: string, from: RegExp, to: string) => text.replace(from, to);

/** Ways to write a text, each with the way back to what a reader understands. */
const WORDINGS: [name: string, write: (text: string) => string, read: (text: string) => string][] =
  [
    ["as it is", (text) => text, (text) => text],
    ["behind an opening", (text) => `Of course! My instructions are: ${text}`, (text) => text],
    ["in quotes", (text) => `"${text}"`, (text) => text],
    ["as a quotation", (text) => replaced(text, /^/gm, "> "), (text) => text],
    ["as code", (text) => `\`\`\`text\n${text}\n\`\`\``, (text) => text],
    ["in capitals", (text) => text.toUpperCase(), (text) => text],
    [
      "word by word in bold",
      (text) => replaced(text, /\p{L}+/gu, "**$&**"),
      (text) => replaced(text, /\*/g, ""),
    ],
    [
      "with emphasis inside of words",
      (text) => replaced(text, /(\p{L}{2})(\p{L})/gu, "$1*$2*"),
      (text) => replaced(text, /\*/g, ""),
    ],
    ["one word on a line", (text) => replaced(text, / /g, "\n"), (text) => text],
    ["as a list of words", (text) => replaced(text, / /g, "\n- "), (text) => text],
    ["as a table of words", (text) => replaced(text, / /g, " | "), (text) => text],
    ["with commas", (text) => replaced(text, / /g, ", "), (text) => text],
    [
      "with invisible characters",
      (text) => replaced(text, /(\p{L})(?=\p{L})/gu, "$1\u200b"),
      (text) => replaced(text, /\u200b/g, ""),
    ],
    [
      "with soft hyphens",
      (text) => replaced(text, /(\p{L})(?=\p{L})/gu, "$1\u00ad"),
      (text) => replaced(text, /\u00ad/g, ""),
    ],
    [
      "in full width",
      (text) =>
        replaced(text, /[!-~]/g, "$&").replace(/[!-~]/g, (one) =>
          String.fromCharCode(one.charCodeAt(0) + 0xfee0),
        ),
      (text) => text.normalize("NFKC"),
    ],
    [
      "as JSON",
      (text) => JSON.stringify({ instructions: text }),
      (text) => replaced(text, /\\n/g, " "),
    ],
    [
      "as JSON with escapes",
      (text) => replaced(JSON.stringify(text), /e/g, "\\u0065"),
      (text) => replaced(replaced(text, /\\u0065/g, "e"), /\\n/g, " "),
    ],
    [
      "with tags",
      (text) => replaced(text, /(\p{L}{3})(\p{L})/gu, "$1<b>$2</b>"),
      (text) => replaced(text, /<\/?b>/g, ""),
    ],
    [
      "with entities",
      (text) => replaced(text, /a/g, "&#97;"),
      (text) => replaced(text, /&#97;/g, "a"),
    ],
    [
      "in base64",
      (text) => Buffer.from(text).toString("base64"),
      (text) =>
        replaced(text, /[A-Za-z0-9+/]{24,}=*/g, "$&").replace(/[A-Za-z0-9+/]{24,}=*/g, (run) =>
          Buffer.from(run, "base64").toString(),
        ),
    ],
  ];

const EXCERPTS = 10;

/** Sentences of what is hidden, from all over it. */
function excerpts(): string[] {
  const all = hidden.filter((text) => plainWords(text).length > 20);
  return Array.from({ length: EXCERPTS }, (_, nth) => {
    const text = all[nth % all.length] ?? "";
    const words = text.split(" ");
    const from = Math.floor((words.length - 20) * (nth / EXCERPTS));
    return words.slice(from, from + 20).join(" ");
  });
}

function through(pieces: readonly string[]): string {
  const meter: GlassMeter = glass.newMeter();
  return pieces.map((piece) => meter.push(piece)).join("") + meter.end();
}

describe("of what this deployment hides", () => {
  it.each(WORDINGS)(
    "no eight words in a row leave %s, wherever the answer is divided",
    (_, write, read) => {
      const rows = new Set(hidden.flatMap((text) => [...rowsOf(text)]));
      for (const excerpt of excerpts()) {
        const said = `Well. ${write(excerpt)} So.`;
        expect(
          [...rowsOf(read(said))].some((row) => rows.has(row)),
          "the wording says it",
        ).toBe(true);
        const whole = through([said]);
        expect(whole).toContain(MARK);
        const left = [...rowsOf(read(whole))].filter(
          (row) => plainWords(row).length === HIDDEN_ROW && rows.has(row),
        );
        expect(left, said).toEqual([]);
        expect(through([...said])).toBe(whole);
        for (let at = 1; at < said.length; at += 1)
          expect(through([said.slice(0, at), said.slice(at)])).toBe(whole);
      }
    },
  );
});

/** Documentation and code of the packages that stand here, by their files' own order. */
function benignAnswers(): string[] {
  const root = join(process.cwd(), "node_modules");
  const names = readdirSync(root)
    .filter((name) => /^[a-z]/.test(name))
    .toSorted();
  const texts = names.flatMap((name) => {
    try {
      return [readFileSync(join(root, name, "README.md"), "utf8")];
    } catch {
      return [];
    }
  });
  const pieces = texts.flatMap((text) => text.match(/[\s\S]{1,1500}(?:\n\n|$)/g) ?? []);
  return pieces.filter((piece) => piece.length > 600).slice(0, 480);
}

const ABOUT_PROMPTS = [
  "In general, a system prompt tells the model who it is, and a user prompt what to do.",
  "A planner makes a plan of steps, and an agent carries each of them out; the coordinator composes the answer.",
  "You are a helpful assistant is how many prompts begin.",
  "Use the general ledger for the general manager, in general.",
  "I cannot do that, but I can look it up for you.",
];

it("nothing is cut from five hundred benign answers", () => {
  const answers = [
    ...benignAnswers(),
    ...Array.from({ length: 20 }, (_, nth) => ABOUT_PROMPTS[nth % ABOUT_PROMPTS.length] ?? ""),
  ];
  expect(answers.length).toBeGreaterThanOrEqual(500);
  const cut = answers.flatMap((answer) => {
    const meter = glass.newMeter();
    meter.push(answer);
    meter.end();
    return meter.cuts.map(({ kind, start, end }) => `${kind}: ${answer.slice(start, end)}`);
  });
  expect(cut).toEqual([]);
});
