/** The intake for a project brief: stores answers by deltas, asks for what is missing, and writes the brief. */
import { BRIEF_ATTEMPTS_MAX, INTAKE_CHANGE_ATTEMPTS_MAX } from "../limits.ts";
import { isRecord, parseJson } from "../read-json.ts";
import type { ToolResult, Turn } from "../read-turn.ts";
import { call, type Reply, type Skill, say } from "../skill.ts";
import { smallTalk } from "../skills/small-talk.ts";
import { fillArguments } from "../tools/find-tool.ts";
import { isNoAnswer, wantsAgain } from "./intake-words.ts";
import { makeDelta, missingTopics, pendingTopic, UNDECIDED, unknownGap } from "./make-delta.ts";
import { findIntakeTools, type Intake, type IntakeTools, readIntake } from "./read-intake.ts";

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
