/** Answers questions about attached files from the text that the file tool returns. */
import { workOut } from "../calculations/calculate.ts";
import {
  recogniseCalculation,
  recogniseCalculations,
} from "../calculations/recognise-calculation.ts";
import { type FoundTool, findFileTool } from "../find-tool.ts";
import { COLUMN_VALUES_MAX, TOOL_ATTEMPTS_MAX } from "../limits.ts";
import { readFileResult } from "../read-result.ts";
import { cite, type Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { answerFromText } from "./answer-from-text.ts";
import { chooseFiles } from "./choose-files.ts";
import { numbersOfColumn, readTable, type Table } from "./read-table.ts";
import type { Attachment } from "./split-attachments.ts";

const ABOUT_A_FILE =
  /\b(file|document|attach\w*|pdf|csv|table|spreadsheet|text|page|summar\w*|columns?|rows?|words?|lines?|it say|in it|does it|mentions?)\b/i;

const FIGURE = /\b(average|mean|median|sum|total|max\w*|largest|highest|min\w*|smallest|lowest)\b/i;

type FileText = {
  attachment: Attachment;
  text: string | null;
  attempts: number;
  /** Why there is none, where the tool says so: trying again does not help. */
  code?: string | undefined;
  source?: number | undefined;
};

/** By the codes of the tool. Whatever else it says is meant for the model, and never an answer. */
const UNREAD: Record<string, string> = {
  "no-text": "it has no text, only pictures",
  password: "it is protected by a password",
  damaged: "it is damaged",
  "not-text": "its content is not text",
  picture: "it is a picture",
  unsupported: "files of this kind cannot be read",
  "too-big": "it is too large when unpacked",
  "too-much-work": "reading it takes too much work",
  "too-long": "reading it took too long",
  hung: "it could not be opened just now",
  aborted: "reading it was stopped",
  "no-such-file": "it is not there any more",
  "no-such-part": "it has no such part",
};

export const answerFromFile: Skill = {
  name: "answer-from-file",
  match(turn) {
    const attachments = chooseAttachments(turn);
    if (attachments.length === 0) return null;
    const tool = findFileTool(turn.request.tools);
    const texts = attachments.map((attachment) => lookUp(turn, tool, attachment));
    const open = texts.filter(
      ({ text, attempts, code }) => text === null && !code && attempts < TOOL_ATTEMPTS_MAX,
    );
    if (open.length > 0) {
      if (!tool) return say("I see the attachment, but reading files is not available to me here.");
      return call(...open.map(({ attachment }) => tool.use(attachment.id)));
    }
    return answerAll(turn, texts);
  },
};

/** Those that the message names; else its own, or the newest earlier one where it is about a file. */
function chooseAttachments(turn: Turn): Attachment[] {
  const { question, attachments, earlierAttachments } = turn;
  const asksSomethingElse =
    recogniseCalculations(question).length > 0 && !ABOUT_A_FILE.test(question);
  if (asksSomethingElse) return [];
  const [newest] = earlierAttachments;
  const isAbout =
    ABOUT_A_FILE.test(question) || (newest !== undefined && isAboutItsTable(turn, newest));
  const known = { own: attachments, earlier: earlierAttachments };
  return chooseFiles(question, known, isAbout || readBefore(turn));
}

/** Whether the answer before this message is of files, so that "And the second?" means one. */
function readBefore({ request, question, earlierResults }: Turn): boolean {
  if (
    !/^\W*(?:and|what about|now|also|then)\b.*\b(?:first|second|third|fourth|fifth|last|other)\b/i.test(
      question,
    )
  )
    return false;
  return earlierResults.at(-1)?.call.name === findFileTool(request.tools)?.name;
}

/** A table by its name: a figure that is asked for without numbers can only be one of its columns. */
const TABLE_NAME = /\.(?:csv|tsv|xlsx)$/i;

/** "What is the average amount?", "And the largest one?": about the table that is attached, and no general question. */
function isAboutItsTable({ question, earlierResults, request }: Turn, { id, name }: Attachment) {
  if (/\d/.test(question)) return false;
  if (FIGURE.test(question) && TABLE_NAME.test(name)) return true;
  const tool = findFileTool(request.tools);
  const read = earlierResults.findLast(
    ({ call: made }) => made.name === tool?.name && tool.valueOf(made.arguments) === id,
  );
  const text = read && readFileResult(read.content);
  const table = text?.ok ? readTable(text.text) : null;
  return (table?.columns ?? []).some(
    (column) => column.length > 2 && new RegExp(`\\b${escaped(column)}\\b`, "i").test(question),
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function lookUp(turn: Turn, tool: FoundTool | null, attachment: Attachment): FileText {
  if (attachment.text !== "") return { attachment, text: attachment.text, attempts: 0 };
  let attempts = 0;
  let code: string | undefined;
  for (const { call: made, content, sources } of turn.results) {
    const value = made.name === tool?.name ? tool.valueOf(made.arguments) : undefined;
    if (value === undefined || (value !== null && value !== attachment.id)) continue;
    attempts += 1;
    const read = readFileResult(content);
    if (read.ok && value !== null)
      return { attachment, text: read.text, attempts, source: sources[0] };
    if (!read.ok && value !== null) code = read.code;
  }
  return { attachment, text: null, attempts, code };
}

function answerAll(turn: Turn, texts: readonly FileText[]): Reply {
  const [only] = texts;
  if (texts.length === 1 && only?.text) {
    const figure = columnFigure(only.text, turn.question);
    if (figure) return workOut(turn, [figure]);
  }
  const answers = texts.map(({ attachment, text, code, source }) =>
    text === null
      ? `I could not read **${attachment.name}**: ${whyUnread(code)}.`
      : answerFromText(attachment.name, text, turn.question) + cite(source),
  );
  return say(answers.join("\n\n"));
}

function whyUnread(code: string | undefined): string {
  if (code === undefined) return "it did not work, twice";
  return UNREAD[code] ?? "it does not work";
}

/** Where no column is named: the only one that has numbers. */
function onlyNumbers(table: Table) {
  const columns = table.columns.flatMap((name) => numbersOfColumn(table, name) ?? []);
  return columns.length === 1 ? (columns[0] ?? null) : null;
}

/** "What is the average price?": calculates with the numbers of the column. */
function columnFigure(text: string, question: string) {
  const table = readTable(text);
  const found = table && (numbersOfColumn(table, question) ?? onlyNumbers(table));
  if (!found || found.values.length > COLUMN_VALUES_MAX) return null;
  const figure = FIGURE.exec(question);
  if (!figure || found.values.length < 2) return null;
  const calculation = recogniseCalculation(`${figure[0]} of ${found.values.join(", ")}`);
  if (!calculation) return null;
  const phrase = (result: string) =>
    `The ${figure[0].toLowerCase()} of \`${found.column}\` is **${result.trim()}**.`;
  return { ...calculation, phrase };
}
