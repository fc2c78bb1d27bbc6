/** Reads an intake from its prompt: topics and known answers, or the newer state that a tool call returned. */

import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import type { ToolDefinition } from "../chat-request.ts";
import { propertiesOf } from "../find-tool.ts";
import type { Turn } from "../read-turn.ts";

export type Topic = { key: string; question: string };

export type IntakeState = {
  summary: string;
  answers: Record<string, string>;
  constraints: string[];
  gaps: string[];
  asked: string[];
};

export type Intake = {
  topics: Topic[];
  state: IntakeState;
  /** True where a delta may clear the whole state. */
  mayBeginAnew: boolean;
};

export const EMPTY_INTAKE: IntakeState = {
  summary: "",
  answers: {},
  constraints: [],
  gaps: [],
  asked: [],
};

export type IntakeTools = { change: ToolDefinition; brief: ToolDefinition | undefined };

/** @returns null where no tool changes the state of an intake */
export function findIntakeTools(tools: readonly ToolDefinition[]): IntakeTools | null {
  const change = tools.find((tool) => {
    const names = deltaNames(tool);
    return names.includes("answers") && names.includes("questions_asked");
  });
  const brief = tools.find(
    (tool) =>
      tool !== change && /\bbrief\b/i.test(`${tool.name.replaceAll("_", " ")} ${tool.description}`),
  );
  return change ? { change, brief } : null;
}

export function readIntake(turn: Turn, tools: IntakeTools): Intake {
  const textIn = (kind: "system" | "data") =>
    turn.request.messages
      .filter(({ role }) => role === kind)
      .map(({ content }) => content)
      .join("\n\n");
  const topics = [...textIn("system").matchAll(/^- ([a-z][a-z0-9_]*): (.+\?)$/gm)].map(
    ([, key = "", question = ""]) => ({ key, question }),
  );
  const accepted = turn.results
    .filter(({ call: { name } }) => name === tools.change.name)
    .map(({ content }) => acceptedState(content))
    .findLast((state) => state !== null);
  const state = accepted ?? readSections(textIn("data"), topics);
  const mayBeginAnew = accepted === undefined && deltaNames(tools.change).includes("begin_anew");
  return { topics, state, mayBeginAnew };
}

function deltaNames({ parameters }: ToolDefinition): string[] {
  const delta = propertiesOf(parameters).find(([name]) => name === "delta")?.[1] ?? {};
  return propertiesOf(delta).map(([name]) => name);
}

function acceptedState(content: string): IntakeState | null {
  const parsed = parseJson(content);
  const state = isRecord(parsed) && parsed.accepted === true ? parsed.state : null;
  if (!isRecord(state)) return null;
  const answers = isRecord(state.answers) ? state.answers : {};
  return {
    summary: textOf(state.intake_summary),
    answers: Object.fromEntries(
      Object.entries(answers).map(([key, value]) => [key, textOf(value)]),
    ),
    constraints: texts(state.known_constraints),
    gaps: texts(state.open_gaps),
    asked: texts(state.questions_asked),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean) : [];
}

function readSections(text: string, topics: readonly Topic[]): IntakeState {
  const facts = items(text, /known facts/i);
  const answers: Record<string, string> = {};
  const others: string[] = [];
  for (const fact of facts) {
    const [, key = "", value = ""] = /^([a-z][a-z0-9_]*): (.+)$/.exec(fact) ?? [];
    if (topics.some((topic) => topic.key === key)) answers[key] = value;
    else others.push(fact);
  }
  return {
    summary: others[0] ?? "",
    answers,
    constraints: items(text, /constraints/i),
    gaps: items(text, /open gaps/i),
    asked: items(text, /questions already asked/i),
  };
}

/** The list items below a heading that matches. */
function items(text: string, heading: RegExp): string[] {
  const section = text.split(/^## /m).find((part) => heading.test(part.split("\n", 1)[0] ?? ""));
  const lines = section?.split("\n").slice(1) ?? [];
  return lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2).trim());
}
