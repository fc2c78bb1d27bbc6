/** The intake for a project brief: stores answers by deltas, asks for what is missing, and writes the brief. */

import { isRecord, parseJson } from "../../contracts/read-json.ts";
import { fillArguments } from "../find-tool.ts";
import { BRIEF_ATTEMPTS_MAX, INTAKE_CHANGE_ATTEMPTS_MAX, SUMMARY_MAX_CHARS } from "../limits.ts";
import type { ToolResult, Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { smallTalk } from "../skills/small-talk.ts";
import {
  isNoAnswer,
  isUnsure,
  readConstraints,
  readCorrection,
  subjectOf,
  wantsAgain,
  wantsAnother,
  withoutConstraints,
} from "./intake-words.ts";
import {
  EMPTY_INTAKE,
  findIntakeTools,
  type Intake,
  type IntakeTools,
  readIntake,
  type Topic,
} from "./read-intake.ts";
import { quotes, rephrase } from "./rephrase.ts";

const READY = "The brief is ready: you find it as a document below.";

export const takeIntake: Skill = {
  name: "take-intake",
  match(turn) {
    const tools = findIntakeTools(turn.request.tools);
    if (!tools) return null;
    const intake = readIntake(turn, tools);
    const changes = turn.results.filter(({ call: { name } }) => name === tools.change.name);
    const briefs = turn.results.filter(({ call: { name } }) => name === tools.brief?.name);
    if (briefs.length > 0) return afterBrief(intake, tools, briefs);
    if (changes.some(wasAccepted)) return goOn(intake, tools, "Noted. ");
    if (changes.length >= INTAKE_CHANGE_ATTEMPTS_MAX) return goOn(intake, tools, "");
    const delta = makeDelta(turn.question, intake, changes.length * 2);
    if (!delta) return withoutChange(turn, intake, tools);
    return call({ name: tools.change.name, arguments: JSON.stringify({ delta }) });
  },
};

const UNDECIDED = "Not decided yet";
/** The open point that an answer closes. */
const unknownGap = (key: string) => `${key} not known yet`;
const undecidedGap = (key: string) => `${key} not decided yet`;

function wasAccepted({ content }: ToolResult): boolean {
  const parsed = parseJson(content);
  return isRecord(parsed) && parsed.accepted === true;
}

/** Asks for the next missing topic, or writes the brief where none is missing. */
function goOn(intake: Intake, tools: IntakeTools, lead: string): Reply {
  const [next] = missingTopics(intake);
  const isFirst = Object.keys(intake.state.answers).length === 0;
  if (next) return say(`${isFirst && lead !== "" ? "Gladly. " : lead}${next.question}`);
  return tools.brief ? call(briefCall(intake, tools.brief)) : say("Thank you, I have all I need.");
}

/** Answers a message that changes nothing: a greeting, a question, or not an answer. */
function withoutChange(turn: Turn, intake: Intake, tools: IntakeTools): Reply {
  const polite = smallTalk.match(turn)?.text;
  const pending = pendingTopic(intake);
  if (pending) {
    const lead = polite ?? "I only take in what the project needs here, and write its brief.";
    return say(`${lead}\n\n${pending.question}`);
  }
  if (missingTopics(intake).length === 0 && polite !== undefined) return say(polite);
  const asksOnly = isNoAnswer(turn.question) && !wantsAgain(turn.question);
  if (missingTopics(intake).length === 0 && asksOnly) {
    return say(
      "I have all that the brief needs. Tell me what to change, or ask me to write it again.",
    );
  }
  return goOn(intake, tools, "");
}

function briefCall({ topics, state }: Intake, tool: NonNullable<IntakeTools["brief"]>) {
  const subject = state.summary.replace(/^brief for (?:an? |the )?/i, "").replace(/[.…]+$/, "");
  const title =
    subject === "" || subject === "new project" ? "Project brief" : `Project brief: ${subject}`;
  const known = topics.map(({ key }) => `${key}: ${state.answers[key] ?? ""}`).join("; ");
  const undecided = topics.filter(({ key }) => state.answers[key] === UNDECIDED);
  const closed = topics.filter(({ key }) => state.answers[key]).map(({ key }) => unknownGap(key));
  const open = state.gaps.filter((gap) => !closed.includes(gap));
  const values = {
    ...state.answers,
    title: title.slice(0, 120),
    summary: `${state.summary || "Brief for a new project"}, with the ${known}.`.slice(0, 4_000),
    constraints: state.constraints,
    open_points: [...new Set([...open, ...undecided.map(({ key }) => `${key} not decided yet`)])],
  };
  return { name: tool.name, arguments: fillArguments(tool.parameters, values) };
}

function afterBrief(intake: Intake, tools: IntakeTools, briefs: readonly ToolResult[]): Reply {
  const last = briefs.at(-1)?.content ?? "";
  if (!/\b(?:not complete|refused|blocked|do not fit|failed)\b/i.test(last)) return say(READY);
  if (briefs.length >= BRIEF_ATTEMPTS_MAX || !tools.brief || /\bblocked\b/i.test(last)) {
    return say("The brief is not complete enough to go out yet.");
  }
  return call(briefCall(intake, tools.brief));
}

// Makes the delta of a message: only what is new, rephrased.

type Delta = {
  begin_anew?: boolean;
  intake_summary?: string;
  known_constraints?: string[];
  open_gaps?: { add?: string[]; remove?: string[] };
  questions_asked?: string[];
  answers?: Record<string, string>;
  ready_to_proceed?: boolean;
};

/** The topic that was asked and is still unanswered. */
function pendingTopic({ topics, state }: Intake): Topic | undefined {
  return topics.find(({ key }) => state.asked.includes(key) && !state.answers[key]);
}

function missingTopics({ topics, state }: Intake): Topic[] {
  return topics.filter(({ key }) => !state.answers[key]);
}

/**
 * @param strength how far to rephrase; increased after a refused delta
 * @returns null where the message changes nothing
 */
function makeDelta(message: string, intake: Intake, strength = 0): Delta | null {
  if (intake.mayBeginAnew && wantsAnother(message, missingTopics(intake).length === 0)) {
    const empty = { ...intake, state: EMPTY_INTAKE, mayBeginAnew: false };
    return { begin_anew: true, ...makeDelta(message, empty, strength) };
  }
  const { topics, state } = intake;
  const answers = readAnswers(message, intake, strength);
  const constraints = readConstraints(message).filter((one) => !state.constraints.includes(one));
  const isFirst = state.asked.length === 0 && state.summary === "";
  const known = { ...state.answers, ...answers };
  const missing = topics.filter(({ key }) => !known[key]);
  const [next] = missing;
  const asks = next !== undefined && !state.asked.includes(next.key);
  const isNew = Object.keys(answers).length > 0 || constraints.length > 0;
  if (!isFirst && !isNew && !asks) return null;
  const gaps = changeGaps(intake, answers, isFirst ? missing : []);
  const delta: Delta = {
    ...(isFirst ? { intake_summary: summarise(message, strength) } : {}),
    ...(constraints.length > 0 ? { known_constraints: constraints } : {}),
    ...(gaps ? { open_gaps: gaps } : {}),
    ...(asks ? { questions_asked: [next.key] } : {}),
    ...(Object.keys(answers).length > 0 ? { answers } : {}),
    ...(missing.length === 0 ? { ready_to_proceed: true } : {}),
  };
  return withoutQuotes(delta, message);
}

function readAnswers(message: string, intake: Intake, strength: number): Record<string, string> {
  const keys = intake.topics.map(({ key }) => key);
  const correction = readCorrection(message, keys);
  if (correction) return { [correction.key]: rephrase(correction.answer, message, strength) };
  const pending = pendingTopic(intake);
  if (!pending || isNoAnswer(message) || isOnlyConstraint(message, pending)) return {};
  if (isUnsure(message)) return { [pending.key]: UNDECIDED };
  return { [pending.key]: rephrase(withoutConstraints(message), message, strength) };
}

/** "It must use React Native" does not answer a question about the audience. */
function isOnlyConstraint(message: string, { key }: Topic): boolean {
  const constraints = readConstraints(message);
  const isAbout = key === "goal" || key === "platform";
  const rest = message.split(/[.;,!?]/).filter((part) => /[\p{L}\p{N}]/u.test(part));
  return (
    !isAbout &&
    constraints.length > 0 &&
    rest.length === 1 &&
    /\b(?:must use|budget)\b/i.test(message)
  );
}

function summarise(message: string, strength: number): string {
  const subject = subjectOf(message);
  if (subject === null) return "Brief for a new project";
  return `Brief for ${rephrase(subject, message, strength, SUMMARY_MAX_CHARS).replace(/^(?:A|An|The)\b/, (article) => article.toLowerCase())}`;
}

function changeGaps(
  { state }: Intake,
  answers: Readonly<Record<string, string>>,
  opened: readonly Topic[],
): Delta["open_gaps"] {
  const undecided = Object.entries(answers).filter(([, value]) => value === UNDECIDED);
  const add = [
    ...opened.map(({ key }) => unknownGap(key)),
    ...undecided.map(([key]) => undecidedGap(key)),
  ];
  const closed = Object.keys(answers).flatMap((key) =>
    answers[key] === UNDECIDED ? [unknownGap(key)] : [unknownGap(key), undecidedGap(key)],
  );
  const remove = closed.filter((gap) => state.gaps.includes(gap));
  if (add.length === 0 && remove.length === 0) return undefined;
  return { ...(add.length > 0 ? { add } : {}), ...(remove.length > 0 ? { remove } : {}) };
}

/** Drops the constraints where all parts together would quote the turn. */
function withoutQuotes(delta: Delta, message: string): Delta {
  const { known_constraints: constraints = [], ...rest } = delta;
  const kept = constraints.filter((text) => !quotes(text, message));
  const whole = [rest.intake_summary ?? "", ...kept, ...Object.values(rest.answers ?? {})];
  if (kept.length === 0 || quotes(whole.join("\n"), message)) return rest;
  return { ...delta, known_constraints: kept };
}
