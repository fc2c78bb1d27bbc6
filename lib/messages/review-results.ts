/** Texts of the results of reviews, and of the files with them. */

import { plural, type Value } from "./message.ts";

type Amount = { count: number; number: Value };

export const results = () => "Results";
export const intro = () =>
  "What reviewers found, and how far they agree. Cases that are still open do not count.";
export const loading = () => "Loading results";
export const range = () => "Period";
export const days7 = () => "7 days";
export const days30 = () => "30 days";
export const days90 = () => "90 days";
export const days365 = () => "365 days";
export const noneJudged = () => "No case was judged in this period.";
export const onlyTheNewest = ({ number }: { number: Value }) =>
  `Only the newest ${number} cases of this period are counted.`;

export const passRate = () => "Answers that were right";
export const fromTheSample = ({ count, number }: Amount) =>
  plural(
    count,
    `From ${number} case of the random sample.`,
    `From ${number} cases of the random sample.`,
  );
export const noSample = () =>
  "No case of the random sample was judged, so nothing is known of all answers.";
export const interval = ({ low, high }: { low: string; high: string }) =>
  `${low} to ${high} (95 %, Wilson)`;
export const sampleWaiting = ({ count, number }: Amount) =>
  plural(
    count,
    `${number} more case of the sample waits: until it is judged, this may change.`,
    `${number} more cases of the sample wait: until they are judged, this may change.`,
  );

export const judgedCases = () => "Judged";
export const foundWrong = () => "Found wrong";
export const share = () => "Share";
export const erasedCases = () => "Erased since";
export const openCases = () => "Open";
export const overdueCases = () => "Overdue";
export const timePerCase = () => "Time per verdict";
export const median = (time: { median: string; most: string; number: Value }) =>
  `median ${time.median}, 90 % within ${time.most} (${time.number})`;

export const notASample = () =>
  "These cases were picked by rules. Their share says nothing of all answers.";
const PARTS = {
  day: ["By day", "Day"],
  rule: ["By reason", "Reason"],
  agent: ["By agent", "Agent"],
  prompt: ["By prompt version", "Prompt"],
  policy: ["By policy version", "Policy"],
  model: ["By model", "Model"],
} as const;
export const partTitle = (kind: keyof typeof PARTS) => PARTS[kind][0];
export const partHead = (kind: keyof typeof PARTS) => PARTS[kind][1];
export const none = () => "None";

const REASONS: Readonly<Record<string, string>> = {
  contested: "Contested",
  appealed: "Appealed",
  "thumbs-down": "Thumbs down",
  deviation: "Left its plan",
  denied: "Denied",
  declined: "Declined",
  violation: "Violation",
  finding: "Finding",
  ended: "Ended badly",
  cost: "Cost",
  time: "Time",
  "first-runs": "First runs of a version",
  random: "Random sample",
  sent: "Sent to review",
};
export const reasonName = (kind: string) => REASONS[kind] ?? kind;

export const agreement = () => "Agreement";
export const agreementIntro = () =>
  "Of cases that two reviewers judged without knowing of each other, by their first verdicts.";
export const noPairs = () => "No case was judged by two reviewers in this period.";
export const criterion = () => "Criterion";
export const verdictItself = () => "The verdict itself";
export const criterionAsOf = ({ criterion, version }: { criterion: string; version: Value }) =>
  `${criterion}, as of version ${version} of the rubric`;
export const casesHead = () => "Cases";
export const alike = () => "Alike";
export const alpha = () => "Krippendorff’s alpha";
export const alphaBy = ({ distance }: { distance: "nominal" | "ordinal" }) =>
  distance === "nominal" ? "alike or not" : "by rank";
export const kappa = () => "Cohen’s kappa";
export const kappaIntro = ({ number }: { number: Value }) =>
  `For two reviewers with at least ${number} cases in common.`;
export const reviewers = () => "Reviewers";
export const reviewer = () => "A reviewer";
export const both = ({ one, other }: { one: string; other: string }) => `${one} and ${other}`;
export const noFigure = () => "–";
export const noFigureWhy = () => "no figure: all answers were the same";

export const exports = () => "Export";
export const csv = () => "CSV";
export const jsonLines = () => "JSON lines";
export const suite = () => "Suite for promptfoo";
export const exportNote = () =>
  "A row for each verdict and criterion. Words are left out unless you have opened the run for a reason. The suite has the questions that you may read.";

export const casesBehind = () => "Cases behind a figure";
export const behind = {
  all: () => "All judged cases",
  sample: () => "The random sample",
  pairs: () => "Judged by two reviewers",
  raters: () => "Judged by the same two reviewers",
};
export const behindPart = ({ kind, name }: { kind: string; name: string }) => `${kind}: ${name}`;
export const onlyWrong = ({ name }: { name: string }) => `${name}, found wrong`;
export const noCasesBehind = () => "No case stands behind this figure.";
export const casesCount = ({ count, number }: Amount) =>
  plural(count, `${number} case`, `${number} cases`);
export const newestOf = ({ shown, number }: { shown: Value; number: Value }) =>
  `The newest ${shown} of ${number} cases`;
export const erasedCount = ({ count, number }: Amount) =>
  plural(
    count,
    `${number} case is erased: it counts, and cannot be opened.`,
    `${number} cases are erased: they count, and cannot be opened.`,
  );
export const caseHead = () => "Case";
export const verdictHead = () => "Verdict";
export const dayHead = () => "Day";
export const reasonsHead = () => "Reasons";
export const right = () => "Right";
export const wrong = () => "Found wrong";
export const backToResults = () => "Results";

export const suiteDescription = ({ cases, leftOut }: { cases: number; leftOut: number }) =>
  `${cases} judged answers${leftOut > 0 ? ` (${leftOut} left out: their words are not open)` : ""}. As it is, the provider "echo" gives the recorded answers, and the share that passes is the share that was found right. To judge new answers, set "prompts" to "{{question}}" and "providers" to yours.`;
export const suiteRight = () => "Like the answer that was found right";
export const suiteWrong = () => "Not the answer that was found wrong";
