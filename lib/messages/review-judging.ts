/** The texts of a verdict: its rubric, marked places, undoing and correcting it. */
import type { Severity } from "../contracts/inspector/review/rubric.ts";
import type { Value } from "./message.ts";

// The form of a verdict.

export const pass = () => "Pass";
export const fail = () => "Fail";
export const required = () => "required";
export const labels = () => "Labels";
export const digitsChoose = () => "Choose, in a criterion";
export const goToVerdict = () => "Go to the verdict of a case";
export const markSelected = () => "Mark what is selected, for the verdict";
export const missing = ({ names }: { names: Value }) => `Still to answer: ${names}`;
export const missingFinding = () => "whether the answer is wrong";
export const missingWords = () => "words for the person";
export const secondJudge = () =>
  "Two reviewers judge this case. Until both have, neither reads anything of the other's verdict.";
export const adjudicates = () => "It was judged before. Your verdict decides.";

// Marked places.

export const marks = () => "Marked places";
export const mark = () => "Mark";
export const markHint = () =>
  "Select words of the answer, or an event, a hop or a model call, and press Mark.";
export const nothingSelected = () =>
  "Nothing is selected that can be marked. Words of the answer are found in its text: where it is formatted, select less, or show the raw text.";
export const tooMany = ({ max }: { max: Value }) => `A verdict marks at most ${max} places.`;
export const atEvent = ({ seq }: { seq: Value }) => `Event ${seq}`;
export const atCall = ({ seq }: { seq: Value }) => `Model call, event ${seq}`;
export const atHop = ({ hopRef }: { hopRef: Value }) => `Hop ${hopRef}`;
export const atAnswer = ({ words }: { words: Value }) => `Answer: “${words}”`;
export const atCharacters = ({ from, to }: { from: Value; to: Value }) =>
  `Answer, characters ${from} to ${to}`;
export const noteAt = ({ place }: { place: Value }) => `Note at ${place}`;
export const labelAt = ({ place }: { place: Value }) => `Label at ${place}`;
export const noLabel = () => "No label";
export const removeMark = ({ place }: { place: Value }) => `Remove the mark at ${place}`;
export const marked = ({ note }: { note: Value }) => `Marked. ${note}`;

// Verdicts that were given.

export const firstJudge = () => "First judge";
export const otherJudge = () => "Second judge";
export const adjudicator = () => "Who decided";
export const yourVerdict = () => "Your verdict";
export const correct = () => "Correct it";
export const correctionHint = () =>
  "It takes the place of your verdict, and the person reads that it was corrected. The first one stays in the trail.";
export const giveCorrection = () => "Give the correction";
export const keepVerdict = () => "Keep the verdict";
export const waitsForOther = () =>
  "It waits for another reviewer. You read what they found once all have judged.";
export const notAnswered = () => "not answered";
export const rubricVersion = ({ version }: { version: Value }) => `rubric, version ${version}`;

// The list of cases.

export const given = ({ reference }: { reference: Value }) =>
  `Verdict on ${reference} given. You can undo it for 10 seconds.`;
export const undo = () => "Undo";
export const undoKey = () => "Undo the verdict";
export const lacksReviewer = () =>
  "Lacks a reviewer: all others have judged it, or it is their own";
export const lacksSecond = () => "Lacks a second reviewer";
export const lacksThird = () => "Two differ, and a third reviewer is lacking";
export const asksTwo = () => "two judge it";
export const asksThird = () => "two differ";

// The page of the rubric.

export const rubric = () => "Rubric";
export const rubricIntro = () =>
  "What reviewers judge by. A change is a new version; verdicts keep the version that they were given by.";
export const loadingRubric = () => "Loading the rubric";
export const shipped = ({ version }: { version: Value }) =>
  `Version ${version}, which the product comes with`;
export const madeBy = ({ version, by, at }: { version: Value; by: Value; at: Value }) =>
  `Version ${version}, by ${by} on ${at}`;
export const somebody = () => "an account that is gone";
export const save = () => "Save as a new version";
export const saved = ({ version }: { version: Value }) => `Version ${version} is saved.`;
export const notComplete = () =>
  "Each criterion and label needs a name and an id of its own: small letters, digits and hyphens. A scale rises.";
export const onlyAdmins = () => "Admins change it.";
export const criterion = ({ number }: { number: Value }) => `Criterion ${number}`;
export const name = () => "Name";
export const id = () => "Id";
export const kind = () => "Kind";
export const severity = () => "Severity";
export const isRequired = () => "Required";
export const whenTo = ({ value }: { value: Value }) => `When: ${value}`;
export const when = () => "When to use it";
export const value = () => "Value";
export const addCriterion = () => "Add a criterion";
export const addOption = () => "Add an option";
export const addLabel = () => "Add a label";
export const remove = ({ name: removed }: { name: Value }) => `Remove ${removed}`;
export const moveUp = ({ name: moved }: { name: Value }) => `Move ${moved} up`;
export const newCriterion = () => "New criterion";

const KINDS = {
  pass: "Pass or fail",
  scale: "Scale",
  choice: "Choice",
  text: "Text",
} as const;
export const kindName = (of: keyof typeof KINDS) => KINDS[of];

const SEVERITIES: Record<Severity, string> = { 1: "1: minor", 2: "2: matters", 3: "3: grave" };
export const severityName = (of: Severity) => SEVERITIES[of];
