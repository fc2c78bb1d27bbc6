/** Answers questions about attached files from the text that the file tool returns. */
import { workOut } from "../calculations/calculate.ts";
import {
  recogniseCalculation,
  recogniseCalculations,
} from "../calculations/recognise-calculation.ts";
import { COLUMN_VALUES_MAX, TOOL_ATTEMPTS_MAX } from "../limits.ts";
import { cite, type Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { type FoundTool, findFileTool } from "../tools/find-tool.ts";
import { readFileResult } from "../tools/read-result.ts";
import { answerFromText } from "./answer-from-text.ts";
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

const UNREAD: Record<string, string> = {
  "no-text": "it has no text, only pictures",
  password: "it is protected by a password",
  damaged: "it is damaged",
  "not-text": "its content is not text",
  picture: "it is a picture",
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

/** The attachments of this message, or the newest earlier one where the message is about a file. */
function chooseAttachments(turn: Turn): Attachment[] {
  const { question, attachments, earlierAttachments } = turn;
  const asksSomethingElse =
    recogniseCalculations(question).length > 0 && !ABOUT_A_FILE.test(question);
  if (asksSomethingElse) return [];
  if (attachments.length > 0) return attachments;
  const [newest] = earlierAttachments;
  if (!newest) return [];
  return ABOUT_A_FILE.test(question) || isAboutItsTable(turn, newest) ? [newest] : [];
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
      ? `I could not read **${attachment.name}**: ${(code && UNREAD[code]) ?? "it did not work, twice"}.`
      : answerFromText(attachment.name, text, turn.question) + cite(source),
  );
  return say(answers.join("\n\n"));
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
