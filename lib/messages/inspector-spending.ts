/** The texts of inspector spending. */
import { plural, type Value } from "./message.ts";

export const spending = () => "Spending";
export const intro = () =>
  "What the calls of models cost, by the prices at the time of each call. Days are days of UTC.";
export const range = () => "Days";
export const today = () => "Today";
export const days7 = () => "7 days";
export const days30 = () => "30 days";
export const days90 = () => "90 days";
export const loading = () => "Loading the figures …";
export const nothing = () => "No model was called in these days.";
export const total = () => "Total";
export const ofItEstimated = ({ cost }: { cost: Value }) =>
  `${cost} of it is estimated, because a server reported no usage.`;
export const calls = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} call`, `${number} calls`);
export const unpriced = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} call without a known cost is not in it.`,
    `${number} calls without a known cost are not in it.`,
  );
export const budgets = () => "Budgets";
export const noBudgets = () =>
  "No budget is set (BUDGET_PERSON_DAY, BUDGET_DEPLOYMENT_MONTH and the like).";
export const personDay = () => "Per person and day: the highest";
export const personMonth = () => "Per person and month: the highest";
export const deploymentDay = () => "All people, today";
export const deploymentMonth = () => "All people, this month";
export const ofLimit = ({
  spent,
  limit,
  currency,
}: {
  spent: Value;
  limit: Value;
  currency: Value;
}) => `${spent} of ${limit} ${currency}`;
export const byDay = () => "By day";
export const byPerson = () => "By person";
export const byAgent = () => "By agent";
export const byModel = () => "By model";
export const day = () => "Day";
export const person = () => "Person";
export const agent = () => "Agent";
export const model = () => "Model";
export const cost = () => "Cost";
export const callsHead = () => "Calls";
export const tokens = () => "Tokens in / out";
export const deletedPerson = () => "Deleted account";
export const notNamed = () => "not named";
export const partUnpriced = ({ number }: { number: Value }) => `without a known cost: ${number}`;
export const onlyTheHighest = () => "Only the people with the highest cost are listed.";
