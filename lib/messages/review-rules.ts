/** The texts of the review's rules, and of why a run is a case. */
import type { ReviewReasonKind } from "../contracts/inspector/review/review-case.ts";
import type {
  RULE_ENDS,
  RULE_FINDINGS,
  RuleKind,
} from "../contracts/inspector/review/review-rule.ts";
import { ContestedFor } from "../contracts/public/review/contest.ts";
import type { Value } from "./message.ts";
import { contestedFor, wrong, wrongOrItself } from "./review.ts";

const FINDINGS: Record<(typeof RULE_FINDINGS)[number], string> = {
  unplanned_write: "a change that was not planned",
  denied: "a call that policies denied",
  wrong_target: "a call to another target than planned",
  self_report_mismatch: "the answer claims what did not happen",
  unknown_version: "a plan of an unknown version",
  would_deny: "a call that an observing policy would deny",
  unplanned: "a call that was not planned",
  ambiguous: "a call that fits several steps",
  unknown_step: "a call for an unknown step",
  repeated_step_id: "a plan that repeats the id of a step",
};
export const findingName = (code: (typeof RULE_FINDINGS)[number]) => FINDINGS[code];

const ENDS: Record<(typeof RULE_ENDS)[number], string> = {
  failed: "failed",
  interrupted: "interrupted",
  stopped: "stopped by its person",
  empty: "without an answer",
  "cut-off": "answer cut off",
};
export const endName = (end: (typeof RULE_ENDS)[number]) => ENDS[end];

const isNameOf = <Key extends string>(names: Record<Key, string>, name: string): name is Key =>
  Object.hasOwn(names, name);
const nameIn = (names: Record<string, string>, name: string) =>
  isNameOf(names, name) ? (names[name] ?? name) : name;

const KINDS: Record<RuleKind, string> = {
  "thumbs-down": "Thumbs down",
  deviation: "Departed from its plan",
  denied: "A policy denied a call",
  declined: "Its person declined a call",
  violation: "A policy was violated",
  finding: "A finding",
  ended: "How it ended",
  cost: "Cost",
  time: "Time",
  "first-runs": "First runs of an agent or prompt",
  random: "Random sample",
};
export const kindName = (kind: RuleKind) => KINDS[kind];

export const reasonName = (kind: ReviewReasonKind) =>
  kind === "contested"
    ? "Contested"
    : kind === "appealed"
      ? "Appealed"
      : kind === "sent"
        ? "Sent by an admin"
        : KINDS[kind];

/** Why a run is a case, with the figure that made it one. */
export function whyCase({ kind, figure }: { kind: ReviewReasonKind; figure: string }): string {
  switch (kind) {
    case "contested": {
      const { data } = ContestedFor.safeParse(figure);
      return data ? contestedFor({ what: wrong(data) }) : reasonName(kind);
    }
    case "appealed":
      return `Appealed: ${wrongOrItself(figure)}`;
    case "deviation":
      return `Departed from its plan by ${figure}, where 1 is nothing as planned`;
    case "violation":
      return figure === "1" ? "Violated a policy once" : `Violated policies ${figure} times`;
    case "finding":
      return `Found: ${figure
        .split(",")
        .map((code) => nameIn(FINDINGS, code))
        .join(", ")}`;
    case "ended":
      return `Ended: ${nameIn(ENDS, figure)}`;
    case "cost":
      return `Cost ${figure}`;
    case "time":
      return `Took ${figure} seconds`;
    case "random":
      return `Random sample of ${figure} %`;
    default:
      return reasonName(kind);
  }
}

/** In the trail, and so on the person's list of who looked. It tells nothing of what the run hides. */
export function takenBecause(kinds: readonly ReviewReasonKind[]): string {
  const causes = new Set(kinds.map((kind) => CAUSES[kind] ?? "a rule of the review chose it"));
  return [...causes].join("; ");
}

const CAUSES: Partial<Record<ReviewReasonKind, string>> = {
  contested: "its person contested the answer",
  appealed: "its person appealed against a verdict",
  "thumbs-down": "its person gave the answer a thumb down",
  random: "it was in the random sample",
  sent: "an admin sent it to review",
};

// Rules.

export const thumbsDownRule = () => "Thumbs down with words";
export const violationRule = () => "Policy violations";
export const sampleRule = () => "Random sample";

export const rules = () => "Review rules";
export const intro = () =>
  "Rules find runs for review. Each change is a version, and stands in the audit trail.";
export const loading = () => "Loading the rules";
export const none = () => "There is no rule yet.";
export const newRule = () => "New rule";
export const edit = () => "Change";
export const on = () => "On";
export const off = () => "Off";
export const name = () => "Name";
export const finds = () => "Finds";
export const severity = () => "Severity";
export const judges = () => "Judged by";
export const cases = () => "Cases";
export const severityName = (severity: number) =>
  severity === 3 ? "High" : severity === 2 ? "Medium" : "Low";
export const judgesName = (judges: number) => (judges === 2 ? "Two people" : "One person");
export const isOn = () => "The rule is on";
export const withWords = () => "Only with words";
export const above = () => "Above";
export const deviationHint = () => "0 is all as planned, 1 nothing.";
export const costHint = ({ currency }: { currency: Value }) => `In ${currency}.`;
export const seconds = () => "Seconds";
export const percent = () => "Percent";
export const percentHint = () =>
  "Chosen by a key that nobody sees. When the version ends, its key is disclosed in the audit trail, and anybody can compute the sample again.";
export const agent = () => "Agent";
export const prompt = () => "Prompt with its version";
export const promptHint = () => "Its name and version, with @ between them.";
export const agentHint = () => "Its id.";
export const of = () => "Of";
export const firstRuns = () => "Number of runs";
export const codes = () => "Findings";
export const ends = () => "Ends";
export const tryIt = () => "Try";
export const trying = () => "Trying";
export const save = () => "Save";
export const saving = () => "Saving";
export const cancel = () => "Cancel";
export const stale = () =>
  "Somebody else has changed this rule meanwhile. Cancel, and look at the new version.";
export const nameless = () => "It has no name yet.";
export const incomplete = () => "Something is missing, or a figure is out of range.";
export const tried = ({ found, runs, days }: { found: Value; runs: Value; days: Value }) =>
  `Would have put in ${found} of ${runs} runs of the last ${days} days.`;
export const triedAbout = ({ found, runs, days }: { found: Value; runs: Value; days: Value }) =>
  `Would have put in about ${found} of ${runs} runs of the last ${days} days.`;
export const notTried = () =>
  "The runs of a prompt are known from their logs alone, so that this rule cannot be tried.";
export const versions = () => "Versions";
export const versionBy = ({ version, by }: { version: Value; by: Value }) =>
  `Version ${version}, by ${by}`;
export const theServer = () => "the server";
export const toRules = () => "Rules";
export const toCases = () => "Cases";

/** What a rule finds, in a few words. */
export const testOf = (words: readonly string[]) => words.join(" ");
export const aboveOf = ({ figure }: { figure: Value }) => `above ${figure}`;
export const firstOf = ({ runs, name }: { runs: Value; name: Value }) =>
  `the first ${runs} of ${name}`;

// The list of cases, and the list of runs.

export const foundBy = ({ rule }: { rule: Value }) => `Rule: ${rule}`;
export const anyReason = () => "Any reason";
export const sendTicked = ({ count }: { count: Value }) => `Send ${count} to review`;
export const sendAll = () => "Send all found to review";
export const sending = () => "Sending";
export const sentNone = () => "All of them were sent before.";
export const sentOne = () => "Sent 1 run to review.";
export const sentMany = ({ count }: { count: Value }) => `Sent ${count} runs to review.`;
export const sentMore = ({ count }: { count: Value }) =>
  `Sent ${count} runs to review, the most at once. Press again for more.`;
