/** What a run spent on models: one entry for each agent and model, and the sum. */
import * as z from "zod/mini";
import { CostUnknown } from "../model/call-cost.ts";
import type { LogEventBody } from "./log-event.ts";

export type Spending = {
  agentId: string;
  /** Without the date that providers add. */
  model: string;
  /** The sum over the calls whose cost is known. */
  cost: number;
  calls: number;
  /** Calls whose cost is not known. */
  unpricedCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** The part of `cost` that rests on estimated usage. */
  estimatedCost: number;
};

/**
 * What the sum of a run leaves out or rests on: why no call has a cost, `partly` where some have none, `estimated` where
 * usage was estimated. Null: nothing.
 */
export const CostNote = z.enum([...CostUnknown.options, "partly", "estimated", "no-calls"]);
export type CostNote = z.infer<typeof CostNote>;

export type RunSpending = {
  entries: readonly Spending[];
  cost: number | null;
  note: CostNote | null;
};

export const NOTHING_SPENT: RunSpending = { entries: [], cost: null, note: "no-calls" };

type Called = Extract<LogEventBody, { type: "model.called" }>;
type Answered = Extract<LogEventBody, { type: "model.answered" }>;

/** @param events of one run, in order. Calls without an answer are not counted: their process died with them. */
export function spendingOf(events: readonly LogEventBody[]): RunSpending {
  const agents = new Map<string, string>();
  const entries = new Map<string, Spending>();
  let unknown: CostUnknown | null = null;
  for (const event of events) {
    if (event.type === "model.called") agents.set(event.callId, agentOf(event));
    if (event.type !== "model.answered") continue;
    const agentId = agents.get(event.callId) ?? "";
    const model = event.model.replace(DATE, "");
    const key = JSON.stringify([agentId, model]);
    entries.set(key, add(entries.get(key) ?? empty(agentId, model), event));
    if (event.cost == null) unknown ??= event.costUnknown ?? "no-price";
  }
  const list = [...entries.values()].sort(byAgentAndModel);
  const sum = (of: (entry: Spending) => number) =>
    list.reduce((total, entry) => total + of(entry), 0);
  const calls = sum((entry) => entry.calls);
  if (calls === 0) return NOTHING_SPENT;
  const unpriced = sum((entry) => entry.unpricedCalls);
  const cost = unpriced === calls ? null : sum((entry) => entry.cost);
  const isEstimated = list.some(({ estimatedCost }) => estimatedCost > 0);
  const known = unpriced > 0 ? ("partly" as const) : isEstimated ? ("estimated" as const) : null;
  return { entries: list, cost, note: cost === null ? unknown : known };
}

const DATE = /-20(?:\d{2}-\d{2}-\d{2}|\d{6})$/;

function agentOf({ manifest }: Called): string {
  return manifest.agentId;
}

function empty(agentId: string, model: string): Spending {
  return {
    agentId,
    model,
    cost: 0,
    calls: 0,
    unpricedCalls: 0,
    estimatedCost: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
}

function add(entry: Spending, call: Answered): Spending {
  const cost = call.cost ?? 0;
  return {
    ...entry,
    cost: entry.cost + cost,
    calls: entry.calls + 1,
    unpricedCalls: entry.unpricedCalls + (call.cost == null ? 1 : 0),
    inputTokens: entry.inputTokens + call.inputTokens,
    outputTokens: entry.outputTokens + call.outputTokens,
    estimatedCost: entry.estimatedCost + (call.usageEstimated ? cost : 0),
  };
}

/** One order in every run, so that two that end at once do not wait for each other in a circle. */
function byAgentAndModel(one: Spending, other: Spending): number {
  const [a, b] = [`${one.agentId} ${one.model}`, `${other.agentId} ${other.model}`];
  return a < b ? -1 : Number(a > b);
}
