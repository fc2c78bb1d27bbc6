/** Six runs that differ in every filter and sort key of the list. */
import "server-only";
import { db } from "../../client.ts";
import type { Prisma } from "../../generated/client.ts";
import { createPerson } from "../../testing/turn-fixtures.ts";
import { recordRun, recordScore, SOME_EVENTS } from "./recorded-run.ts";

const HOUR_MS = 3_600_000;
/** Yesterday: the list looks at what was lately. */
const BEGAN = (Math.floor(Date.now() / HOUR_MS) - 24) * HOUR_MS;

type VariedRun = {
  text: string;
  deviation?: number;
  data: Prisma.RunUpdateInput;
  status?: string;
};
/** The differences between the runs. Each starts an hour after the one before it and lasts two seconds. */
const RUNS: Record<string, VariedRun> = {
  planned: {
    text: "Where is the blue kestrel?",
    deviation: 0,
    data: {
      policyOutcome: "allow",
      tags: ["agent:general", "tool:web_search@1"],
      model: "model-a",
      inputTokens: 1_000_000,
      outputTokens: 500_000,
      modelCalls: 2,
      toolCalls: 1,
    },
  },
  slight: {
    text: "Count the kestrels",
    deviation: 0.1,
    data: {
      policyOutcome: "would_deny",
      tags: ["agent:general", "agent:users", "deviation:missing"],
      model: "model-a-2026-01-31",
      inputTokens: 100_000,
      outputTokens: 0,
      modelCalls: 2,
      toolCalls: 1,
    },
  },
  high: {
    text: "Delete a person",
    deviation: 0.2,
    data: {
      policyOutcome: "deny",
      tags: ["agent:users", "deviation:unplanned_write"],
      model: "model-a-mini",
      inputTokens: 20,
      modelCalls: 1,
    },
  },
  unplanned: { text: "A blue car", data: { tags: ["agent:concierge"], modelCalls: 1 } },
  broken: { text: "Hello", data: { modelCalls: 1 }, status: "failed" },
  live: { text: "Still going", data: {}, status: "running" },
};
export const NAMES = Object.keys(RUNS);

export const PRICES = '{"model-a":{"input":2,"output":10}}';

/** The start of run `index`. */
export const hour = (index: number) => new Date(BEGAN + index * HOUR_MS).toISOString();

/** @returns the name of each run, by its id */
export async function recordVariedRuns(): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [index, name] of NAMES.entries()) {
    const { text, data, status, deviation }: VariedRun = RUNS[name] ?? { text: "", data: {} };
    const startedAt = new Date(hour(index));
    const events = name === "live" ? SOME_EVENTS : [];
    const { runId } = await recordRun(await createPerson(), { text, status, startedAt, events });
    await db().run.update({ where: { id: runId }, data });
    if (deviation !== undefined) await recordScore(runId, deviation);
    ids.set(runId, name);
  }
  return ids;
}
