import { describe, expect, it } from "vitest";
import { CODE_TOOL, converse, FILE_TOOL, replyTo, user } from "../testing/converse.ts";

const FILE = "Attachment: /api/attachments/0b8f3a52-6a53-4f0e-9f6f-3c6f0a1d2e3f/prices%20list.csv";
const CSV = "item,price\nlamp,12.50\nchair,40\ntable,97.5\n";
const LETTER = `# Delivery

We deliver within five days. Heavy parts take longer. Ask us about it. Nothing else matters.

Payment is due after thirty days.`;

const ask = (text: string) => replyTo([user(text)]);

describe("files", () => {
  const about = (question: string, content: string, result = (code: string) => code) =>
    converse([], `${question}\n\n${FILE}`, (made) =>
      made.name === FILE_TOOL.name ? content : result(JSON.parse(made.arguments).program),
    );

  it("are fetched by id, with whatever else the schema requires", () => {
    const [made] = about("Summarise this", LETTER).calls;
    expect(made?.name).toBe("reader");
    expect(JSON.parse(made?.arguments ?? "")).toEqual({
      attachment_id: "0b8f3a52-6a53-4f0e-9f6f-3c6f0a1d2e3f",
      mode: "plain",
    });
  });

  it.each([
    [
      "Summarise this",
      LETTER,
      "We deliver within five days. Heavy parts take longer. Ask us about it.",
    ],
    ["", LETTER, "We deliver within five days."],
    ["How many words does it have?", LETTER, "**23** words"],
    ["What does it say about payment?", LETTER, "> Payment is due after thirty days."],
    ["How many rows are there?", CSV, "**3** rows"],
    ["Which columns does it have?", CSV, "`item`, `price`"],
    ["What is this?", CSV, "a table with **3** rows and 2 columns"],
    ["How much is the chair?", CSV, "> chair,40"],
  ])("answer %j", (question, content, expected) => {
    expect(about(question, content).text).toContain(expected);
  });

  it("go on to Python where a column is to be computed", () => {
    const { text, calls } = about("What is the average price?", CSV, (code) =>
      code.includes("[12.50, 40, 97.5]") ? "50" : "wrong",
    );
    expect(calls.map((made) => made.name)).toEqual(["reader", "snake_box"]);
    expect(text).toBe("The average of `price` is **50**.");
  });

  it("are read side by side", () => {
    const two = `Summarise these\n\nAttachment: one.txt (id a1)\n\nAttachment: two.txt (id a2)`;
    const calls = replyTo([user(two)]).toolCalls;
    expect(calls.map((made) => JSON.parse(made.arguments).attachment_id)).toEqual(["a1", "a2"]);
  });

  it("of earlier messages are meant where this one speaks of a file", () => {
    const first = converse([], `Summarise this\n\n${FILE}`, () => LETTER);
    const second = converse(first.messages, "How many lines does the file have?", () => LETTER);
    expect(second.text).toContain("**3** lines");
  });

  it("of which several were attached at once: the last one is meant later", () => {
    const two = "Summarise these\n\nAttachment: one.txt (id a1)\n\nAttachment: two.txt (id a2)";
    const first = converse([], two, () => LETTER);
    const second = converse(first.messages, "How many lines does the file have?", () => LETTER);
    expect(second.calls.map((made) => JSON.parse(made.arguments).attachment_id)).toEqual(["a2"]);
  });

  it("of earlier messages are meant where a figure can only be of their table", () => {
    const first = converse([], `How many rows?\n\n${FILE}`, () => CSV);
    const answer = (made: { name: string }) => (made.name === FILE_TOOL.name ? CSV : "50");
    const second = converse(first.messages, "What is the average amount?", answer);
    expect(second.calls.map(({ name }) => name)).toEqual([FILE_TOOL.name, CODE_TOOL.name]);
    expect(second.text).toBe("The average of `price` is **50**.");
    const third = converse(second.messages, "Which item is there?", answer);
    expect(third.calls.map(({ name }) => name)).toEqual([FILE_TOOL.name]);
    const other = converse(third.messages, "What is the average of 2 and 4?", () => "3");
    expect(other.calls.map(({ name }) => name)).toEqual([CODE_TOOL.name]);
    expect(replyTo([...third.messages, user("Hello")]).toolCalls).toEqual([]);
  });

  it("that are workbooks are read as the table of their first sheet", () => {
    const text = `[sheet 1: Prices]\n${CSV}\n[sheet 2: Notes]\nx`;
    expect(about("How many rows are there?", text).text).toContain("**3** rows");
  });

  it("that cannot be read are said to be unreadable, without the tool's words", () => {
    const { text, calls } = about("Summarise this", "Error: CANARY");
    expect(calls).toHaveLength(2);
    expect(text).toContain("could not read **prices list.csv**");
    expect(text).not.toContain("CANARY");
  });

  it.each([
    ["no-text", "it has no text, only pictures."],
    ["password", "it is protected by a password."],
    ["damaged", "it is damaged."],
    ["not-text", "its content is not text."],
    ["picture", "it is a picture."],
    ["unsupported", "files of this kind cannot be read."],
    ["too-big", "it is too large when unpacked."],
    ["too-much-work", "reading it takes too much work."],
    ["too-long", "reading it took too long."],
    ["hung", "it could not be opened just now."],
    ["aborted", "reading it was stopped."],
    ["no-such-file", "it is not there any more."],
    ["no-such-part", "it has no such part."],
    ["anything-else", "it does not work."],
  ])(
    "that are refused as %s are not read twice, and the tool's words are no answer",
    (code, why) => {
      const failure = `Failed (${code}): "scan.pdf" could not be read: CANARY. Tell the person.`;
      for (const question of ["How many joined each month?", "Summarise this", ""]) {
        const { text, calls } = about(question, failure);
        expect(calls).toHaveLength(1);
        expect(text).toBe(`I could not read **prices list.csv**: ${why}`);
      }
    },
  );

  it("whose content comes along need no tool", () => {
    expect(ask(`Summarise this\n\n${FILE}\n${LETTER}`).text).toContain(
      "We deliver within five days.",
    );
  });

  it("do not get in the way of a calculation", () => {
    expect(ask(`17 * 23\n\n${FILE}`).toolCalls[0]?.name).toBe(CODE_TOOL.name);
  });
});
