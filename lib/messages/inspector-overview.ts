/** The texts of inspector overview. */
import { plural, type Value } from "./message.ts";

export const showTheseRuns = () => ": show these runs";
export const noRuns = () => "No run began in this time.";
export const noFailures = () => "No run failed, was interrupted or stayed without an answer.";
export const noDeviation = () => "No run with a plan has ended in this time.";
export const noDenials = () => "No policy denied anything or asked for approval.";
export const noLatency = () => "No run has ended in this time.";
export const noTokens = () => "No model reported tokens in this time.";
export const noPrices = () =>
  "No run of this time has a known cost. Where a model has a price per token, set it in MODEL_PRICES.";
export const noStates = () => "No hidden state was stored in this time.";
export const overTime = ({ title }: { title: Value }) => `${title} over time`;
export const shownAsTable = ({ title }: { title: Value }) => `${title} as a table`;
export const shownAsChart = ({ title }: { title: Value }) => `${title} as a chart`;
export const chartInWords = ({
  title,
  headline,
  note,
}: {
  title: Value;
  headline: Value;
  note: Value;
}) => `${title} over time: ${headline}, ${note}. The table says the same.`;
export const from = () => "From";
export const runs = () => "Runs";
export const runsRunning = ({ running }: { running: Value }) => `${running} running`;
export const runsComplete = ({ share }: { share: Value }) => `${share} complete`;
export const likedRuns = ({ number }: { number: Value }) => `${number} liked`;
export const dislikedRuns = ({ number }: { number: Value }) => `${number} disliked`;
export const failures = () => "Failures";
export const shareOfRuns = ({ share }: { share: Value }) => `${share} of runs`;
export const interruptedRuns = ({ number }: { number: Value }) => `${number} interrupted`;
export const emptyRuns = ({ number }: { number: Value }) => `${number} without an answer`;
export const blockedIntakes = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} blocked intake`, `${number} blocked intakes`);
export const failed = () => "Failed";
export const interrupted = () => "Interrupted";
export const noAnswer = () => "No answer";
export const deviation = () => "Deviation";
export const meanOf = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `mean of ${number} planned run`, `mean of ${number} planned runs`);
export const highRuns = ({ high }: { high: Value }) => `${high} at 0.2 or more`;
export const meanDeviation = () => "Mean deviation";
export const denials = () => "Denials and approvals";
export const neededApprovalRuns = ({ number }: { number: Value }) => `${number} needed approval`;
export const approvedRuns = ({ number }: { number: Value }) => `${number} approved`;
export const declinedRuns = ({ number }: { number: Value }) => `${number} declined`;
export const waitingRuns = ({ number }: { number: Value }) => `${number} waiting for approval`;
export const wouldBeDeniedRuns = ({ number }: { number: Value }) => `${number} would be denied`;
export const denied = () => "Denied";
export const neededApproval = () => "Needed approval";
export const wouldBeDenied = () => "Would be denied";
export const latency = () => "Latency";
export const latencyNote = ({ p95, p99 }: { p95: Value; p99: Value }) =>
  `median; p95 ${p95}, p99 ${p99}`;
export const tokens = () => "Tokens";
export const tokensNote = ({ input, output }: { input: Value; output: Value }) =>
  `${input} in, ${output} out`;
export const inWord = () => "In";
export const out = () => "Out";
export const cost = () => "Cost";
export const byThePriceTable = () => "by the prices at the time";
export const runsWithoutAPrice = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} run without a price`, `${number} runs without a price`);
export const runsOfUnknownCost = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} run of unknown cost`, `${number} runs of unknown cost`);
export const hiddenState = () => "Hidden state";
export const hiddenStateNote = ({
  count,
  number,
  largest,
}: {
  count: number;
  number: Value;
  largest: Value;
}) =>
  plural(
    count,
    `median of ${number} version, largest ${largest}`,
    `median of ${number} versions, largest ${largest}`,
  );
export const median = () => "Median";
export const largest = () => "Largest";
export const loadingFigures = () => "Loading figures";
export const overview = () => "Overview";
export const noRunBeganInTheLast = ({ range }: { range: Value }) =>
  `No run began in the last ${range}. As soon as somebody asks something, it counts here.`;
export const time = () => "Time";
export const hour1 = () => "1 hour";
export const hours24 = () => "24 hours";
export const days7 = () => "7 days";
export const days30 = () => "30 days";
export const plansKept = () => "Every run of this time kept to its plan.";
export const othersCostNothing = () =>
  "The runs of this time whose cost is known cost nothing. Of the others, no cost is known.";
export const noCost = () => "The runs of this time cost nothing.";
