/** The texts of inspector deviation. */
import { plural, type Value } from "./message.ts";

export const kindsOfDeviation = () => "Kinds of deviation";
export const everythingWentAsPlanned = () => "Everything went as planned.";
export const figures = () => "Figures";
export const runs = () => "Runs";
export const withoutAPlan = () => "Without a plan";
export const meanDeviation = () => "Mean deviation";
export const runsThatDeviate = () => "Runs that deviate";
export const stepsAndCallsThatDeviate = () => "Steps and calls that deviate";
export const of = ({ moves, value }: { moves: Value; value: Value }) => `of ${moves}, ${value}`;
export const runsScoredWithoutSteps = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} run has a stored score without its steps. Only the figures of runs count it.`,
    `${number} runs have a stored score without its steps. Only the figures of runs count them.`,
  );
export const deviation = () => "Deviation";
export const noRunEndedInThisRange = () => "No run ended in this range.";
export const noRunOfThisRangeHad = () =>
  "No run of this range had a plan, so there is nothing to deviate from.";
export const tools = () => "Tools";
export const tool = () => "Tool";
export const agents = () => "Agents";
export const agent = () => "Agent";
export const steps = () => "Steps";
export const step = () => "Step";
export const last24Hours = () => "24 hours";
export const last7Days = () => "7 days";
export const last30Days = () => "30 days";
export const allTime = () => "All time";
export const timeRange = () => "Time range";
export const loadingDeviation = () => "Loading deviation";
export const times = () => "Times";
export const deviates = () => "Deviates";
export const rate = () => "Rate";
export const meanPoints = () => "Mean points";
export const how = () => "How";
export const showOnlyWhatDeviates = () => "Show only what deviates";
export const showThatWentAsPlanned = ({ calm }: { calm: Value }) =>
  `Show ${calm} that went as planned`;
export const showingOf = ({ shown, amount }: { shown: Value; amount: Value }) =>
  `Showing ${shown} of ${amount}.`;
export const pointsInAll = ({ cost }: { cost: Value }) => `${cost} points in all`;
export const asPlanned = () => "as planned";
