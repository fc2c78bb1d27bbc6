/** The texts of the model judge. */
import type { Value } from "./message.ts";

export const modelJudge = () => "Model judge";
export const intro = () =>
  "A model that reads open cases ahead of people and says how likely each answer is wrong. It brings the likely ones forward in the queue by up to a day. It closes no case, and a reviewer reads its score only once the case is judged.";
export const loading = () => "Loading the model judge";
export const none = () => "Nobody has written a version yet. No model is asked.";
export const held = () => "MEMORY_POLICY lets no prompt hold an earlier turn, so no case is read.";
export const isOn = ({ version }: { version: Value }) => `Version ${version} reads cases.`;
export const isOff = ({ version, why }: { version: Value; why: Value }) =>
  `Version ${version} is off: ${why}. No model is asked.`;

const OFF = {
  replaced: "a newer version took its place",
  "switched-off": "an admin switched it off",
  "below-floor": "it told wrong answers from right ones less well than its floor asks",
} as const;
export const offReason = (name: keyof typeof OFF) => OFF[name];

export const prompt = () => "Prompt";
export const promptHint = () =>
  "What makes an answer wrong here. The frame around it says that the chat is material, and asks for the form of the answer.";
export const model = () => "Model";
export const defaultModel = () => "The default";
export const write = () => "Write a new version";
export const writing = () => "Writing";
export const switchOff = () => "Switch off";
export const toTheCases = () => "To the list of cases";

export const figures = () => "Measured against people";
export const figuresHint = ({ floor, count }: { floor: Value; count: Value }) =>
  `Sensitivity: of the wrong answers, how many it says are wrong. Specificity: of the others, how many it says are not. Both are of the half of the cases that is not for tuning. The intervals are Wilson's at 95 %. Below a mean lower bound of ${floor}, with at least ${count} cases of each kind, a version switches itself off.`;
export const version = () => "Version";
export const foundWrong = () => "Sensitivity";
export const foundRight = () => "Specificity";
export const without = () => "No score";
export const state = () => "State";
export const reads = () => "Reads cases";
export const by = ({ name }: { name: Value }) => `by ${name}`;
export const rate = ({ share, low, high }: { share: Value; low: Value; high: Value }) =>
  `${share} (${low} to ${high})`;
export const noCaseYet = () => "no case yet";
export const ofCases = ({ found, of }: { found: Value; of: Value }) => `${found} of ${of}`;

export const tuning = () => "Cases to tune it by";
export const tuningHint = () =>
  "Judged cases of the other half, those first in which the newest version and people differ most. No version is measured on them.";
export const noTuning = () => "The newest version has read no judged case of this half yet.";
export const reference = () => "Case";
export const says = () => "It says";
export const peopleFound = () => "People found";
export const wrong = () => "Wrong";
export const notWrong = () => "Not wrong";

const OUTCOMES = {
  scored: "Scored",
  commanded: "No score: the chat resembles an instruction to a judge",
  inconsistent: "No score: it contradicted itself when it was asked both ways",
  malformed: "No score: its answer had another form",
  failed: "No score: it refused the chat, or gave no whole answer in time",
} as const;
export const outcome = (name: keyof typeof OUTCOMES) => OUTCOMES[name];
export const likelyWrong = ({ percent }: { percent: Value }) => `${percent} % likely wrong`;

export const spent = ({ spent: sum, currency }: { spent: Value; currency: Value }) =>
  `Spent today: ${sum} ${currency}.`;
export const spentOf = (of: { spent: Value; budget: Value; currency: Value }) =>
  `Spent today: ${of.spent} of ${of.budget} ${of.currency}.`;

export const scoreOf = ({ version: number }: { version: Value }) =>
  `The model judge, version ${number}`;
export const goodAs = ({ wrong: caught, right }: { wrong: Value; right: Value }) =>
  `Measured against people, it tells wrong answers in ${caught}, others in ${right}.`;

export const howAsked = ({ number }: { number: Value }) => `How it was asked (${number})`;
type CallValues = { model: Value; input: Value; output: Value; cost: Value; duration: Value };
export const callOf = ({ model: name, input, output, cost, duration }: CallValues) =>
  `${name} · ${input} tokens in, ${output} out · cost ${cost} · ${duration}`;
