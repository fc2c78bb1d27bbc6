import { describe, expect, it } from "vitest";
import { converse } from "../testing/converse.ts";
import { chooseFiles } from "./choose-files.ts";

const file = (name: string, id = name) => ({ id, name, text: "" });
/** From the oldest to the newest. */
const SEVEN = [
  "memo.docx",
  "prices-list.csv",
  "budget.xlsx",
  "harbour.pdf",
  "Übersicht.md",
  "plan.pptx",
  "contract.pdf",
];

const choose = (question: string, own: readonly string[], earlier: readonly string[]) =>
  chooseFiles(
    question,
    {
      own: own.map((name) => file(name)),
      earlier: earlier.toReversed().map((name) => file(name)),
    },
    true,
  ).map(({ name }) => name);

describe("of seven earlier files", () => {
  it.each([
    ["What does memo.docx say about delivery?", ["memo.docx"]],
    ["what does MEMO.DOCX say?", ["memo.docx"]],
    ["What does the memo say about delivery?", ["memo.docx"]],
    ["And in the budget?", ["budget.xlsx"]],
    ["How many rows has prices-list.csv?", ["prices-list.csv"]],
    ["How many rows has the prices list?", ["prices-list.csv"]],
    ["What does “harbour.pdf” say?", ["harbour.pdf"]],
    ["What does the ubersicht say?", ["Übersicht.md"]],
    ["Compare memo.docx with contract.pdf", ["memo.docx", "contract.pdf"]],
    ["Does the contract say what the memo says?", ["contract.pdf", "memo.docx"]],
    ["Summarise budget.xlsx and the plan", ["budget.xlsx", "plan.pptx"]],
    ["Compare it with memo.docx", ["contract.pdf", "memo.docx"]],
    ["What does the Word file say?", ["memo.docx"]],
    ["How many rows are in the Excel file?", ["budget.xlsx"]],
    ["How many rows are in the CSV?", ["prices-list.csv"]],
    ["What does the PDF say about tides?", ["contract.pdf"]],
    ["Summarise the PDFs", ["harbour.pdf", "contract.pdf"]],
    ["Summarise both PDFs", ["harbour.pdf", "contract.pdf"]],
    ["What does the first PDF say?", ["harbour.pdf"]],
    ["What is on the slides?", ["plan.pptx"]],
    ["Summarise the presentation", ["plan.pptx"]],
    ["What does the first file say?", ["memo.docx"]],
    ["What does the second file say?", ["prices-list.csv"]],
    ["What does the 3rd document say?", ["budget.xlsx"]],
    ["And the fourth?", ["harbour.pdf"]],
    ["What about the last file?", ["contract.pdf"]],
    ["What does file 2 say?", ["prices-list.csv"]],
    ["Summarise all the files", SEVEN],
    ["What do these documents say about delivery?", SEVEN],
    ["Give me one line for each file", SEVEN],
    ["Read both files", ["plan.pptx", "contract.pdf"]],
    ["What does the file say?", ["contract.pdf"]],
    ["What is the first line of the file?", ["contract.pdf"]],
  ])("%j is about %j", (question, expected) => {
    expect(choose(question, [], SEVEN)).toEqual(expected);
  });
});

describe("with files of its own", () => {
  it.each([
    ["Summarise this", ["a.txt"], ["a.txt"]],
    ["Summarise", ["a.txt", "b.csv"], ["a.txt", "b.csv"]],
    ["What does the second one say?", ["a.txt", "b.csv"], ["b.csv"]],
    ["Summarise both", ["a.txt", "b.csv"], ["a.txt", "b.csv"]],
    ["What does memo.docx say?", ["a.txt"], ["memo.docx"]],
    ["Compare this with memo.docx", ["a.txt"], ["a.txt", "memo.docx"]],
    ["What is the budget?", ["a.txt"], ["a.txt"]],
    ["How many rows are in the CSV?", ["a.txt", "b.csv"], ["b.csv"]],
    ["What does the second file say?", ["a.txt"], []],
  ])("%j, %j: %j", (question, own, expected) => {
    expect(choose(question, own, SEVEN)).toEqual(expected);
  });
});

it("of two files of one name, the newest is read", () => {
  const earlier = [file("memo.docx", "new"), file("memo.docx", "old")];
  const found = chooseFiles("What does memo.docx say?", { own: [], earlier }, false);
  expect(found.map(({ id }) => id)).toEqual(["new"]);
});

it.each(["Hello", "What is the capital of France?", "Delete the second one", "Tell me a joke"])(
  "%j is about no file",
  (question) => {
    const earlier = SEVEN.toReversed().map((name) => file(name));
    expect(chooseFiles(question, { own: [], earlier }, false)).toEqual([]);
  },
);

it("a file that is named is read, and no other one and not the web", () => {
  const attach = SEVEN.map((name, at) => `Attachment: /api/attachments/f${at}/${name}`);
  const first = converse(
    [],
    ["Keep these", ...attach].join("\n\n"),
    () => "We deliver on Mondays.",
  );
  const asked = converse(
    first.messages,
    "What does memo.docx say about delivery?",
    () => "We deliver on Fridays.",
  );
  expect(asked.calls.map((made) => JSON.parse(made.arguments).attachment_id)).toEqual(["f0"]);
  expect(asked.text).toContain("Fridays");
});
