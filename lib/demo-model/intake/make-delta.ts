/** Makes the delta of a message: only what is new, rephrased. */
import { SUMMARY_MAX_CHARS } from "../limits.ts";
import {
  isNoAnswer,
  isUnsure,
  readConstraints,
  readCorrection,
  subjectOf,
  wantsAnother,
  withoutConstraints,
} from "./intake-words.ts";
import { EMPTY_INTAKE, type Intake, type Topic } from "./read-intake.ts";
import { quotes, rephrase } from "./rephrase.ts";

export type Delta = {
  begin_anew?: boolean;
  intake_summary?: string;
  known_constraints?: string[];
  open_gaps?: { add?: string[]; remove?: string[] };
  questions_asked?: string[];
  answers?: Record<string, string>;
  ready_to_proceed?: boolean;
};

export const UNDECIDED = "Not decided yet";

/** The open point that an answer closes. */
export const unknownGap = (key: string) => `${key} not known yet`;
const undecidedGap = (key: string) => `${key} not decided yet`;

/** The topic that was asked and is still unanswered. */
export function pendingTopic({ topics, state }: Intake): Topic | undefined {
  return topics.find(({ key }) => state.asked.includes(key) && !state.answers[key]);
}

export function missingTopics({ topics, state }: Intake): Topic[] {
  return topics.filter(({ key }) => !state.answers[key]);
}

/**
 * @param strength how far to rephrase; increased after a refused delta
 * @returns null where the message changes nothing
 */
export function makeDelta(message: string, intake: Intake, strength = 0): Delta | null {
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
