/** What people do to take a server from others, one kind each: over and over, several at a time. */
import { randomBytes } from "node:crypto";
import type { DemoModelControl } from "../../e2e/fixtures/demo-model-control.ts";
import { textsIn } from "../../lib/tools/file-extraction/encoding/testing/encoding-corpus.ts";
import {
  makeNestedPdf,
  makePackedOffice,
  makePackedPdf,
} from "../../lib/tools/file-extraction/testing/make-bomb.ts";
import { makeDocx } from "../../lib/tools/file-extraction/testing/make-docx.ts";
import type { Person } from "./person.ts";

const MB = 1_000_000;

export type HostileAct = (person: Person, model: DemoModelControl) => Promise<unknown>;

/** Small files that take all the processor time that one may have. */
export const BOMBS: readonly { name: string; data: Uint8Array }[] = [
  { name: "nested.pdf", data: makeNestedPdf(12) },
  { name: "packed.pdf", data: makePackedPdf(40, 20 * MB) },
  { name: "packed.xlsx", data: makePackedOffice("xlsx", '<row><c r="A1"><v>', 60 * MB) },
];

const RUSSIAN = textsIn("windows-1251", 2_000)[0]?.bytes ?? Buffer.from("a");
/** Files as large as they may be, of the kinds that are read in this process and in one of their own. */
const LARGE: readonly { name: string; data: Uint8Array }[] = [
  { name: "large.csv", data: Buffer.alloc(10 * MB, "Bremen,12500,41 %,Größe\n") },
  { name: "large.txt", data: Buffer.alloc(10 * MB, RUSSIAN) },
  {
    name: "large.docx",
    data: makeDocx(
      Array.from({ length: 10_000 }, (_, index) => `Paragraph ${index}`),
      [{ name: "word/media/picture.png", body: randomBytes(9 * MB) }],
    ),
  },
];

const HOSTILE_WORDS = [
  "> ".repeat(9_000),
  `$$ ${"{".repeat(3_000)}x${"}".repeat(3_000)} $$`,
  `$$ ${"\\frac{1}{".repeat(900)}x${"}".repeat(900)} $$`,
  "*a **b ".repeat(300),
  `${"|a".repeat(2_000)}\n${"|-".repeat(2_000)}\n${"|\n".repeat(100)}`,
];

let made = 0;
const next = () => {
  made += 1;
  return made;
};
const pick = <Item>(items: readonly Item[]): Item => items[next() % items.length] as Item;

/** Says something new in a new conversation each time, so that nobody waits for an answer of their own. */
function sayAnew(person: Person, words: string) {
  person.browser.conversationId = null;
  return person.say(words);
}

export const HOSTILE: Record<string, HostileAct> = {
  "uploads files that unpack to much": (person) => {
    const { name, data } = pick(BOMBS);
    return person.upload(name, data);
  },
  "attaches files of 10 MB and looks at them": async (person) => {
    const { name, data } = pick(LARGE);
    const { status, text } = await person.upload(name, data);
    if (status !== 201) return;
    const { id } = JSON.parse(text) as { id: string };
    await person.ask("GET", `/api/attachments/${id}/preview/text`);
  },
  "has endless programs run": async (person, model) => {
    const tag = `[endless ${next()}]`;
    const call = { name: "python_interpreter", arguments: { code: "while True: pass" } };
    await model.script(tag, [{ toolCalls: [call] }, { text: "Done." }]);
    person.browser.conversationId = null;
    await person.takeTurn(`Run it ${tag}`);
  },
  "writes what is nested, and opens it": async (person, model) => {
    const words = pick(HOSTILE_WORDS);
    const tag = `[nested ${next()}]`;
    await model.script(tag, [{ text: words }]);
    person.browser.conversationId = null;
    await person.takeTurn(`${words.slice(0, 5_000)} ${tag}`);
    const { status, text } = await person.ask("GET", `/c/${person.browser.conversationId}`);
    if (status !== 200 || text.includes("Something went wrong on our side"))
      throw new Error(`a page of nested words: ${status}`);
  },
  "writes what a slow expression takes long for": (person) =>
    sayAnew(person, `a${" ".repeat(31_000)}b`),
  "prints long documents": async (person) => {
    const cells = "| a | b |\n".repeat(4_000);
    const document = new TextEncoder().encode(`| a | b |\n| - | - |\n${cells}`);
    const { text } = await person.upload("long.md", document);
    const { id } = JSON.parse(text) as { id?: string };
    if (id) await person.ask("GET", `/api/attachments/${id}/print/long.pdf`);
  },
  "searches for everything": (person) =>
    person.ask("GET", `/api/search?q=${pick(["a", "e", "the"])}`),
  "exports everything": (person) => person.ask("GET", "/api/account/export"),
  "sends malformed actions": (person) =>
    person.ask("POST", "/", JSON.stringify(Array.from({ length: 50_000 }, () => "x"))),
  "begins more than one reads": (person) => sayAnew(person, "Count to 300 slowly"),
};
