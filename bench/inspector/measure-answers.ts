/** How long the server takes for what an operator's page asks it, and how large the trace is. */
import { gzipSync } from "node:zlib";
import { absoluteFigure, type Figure } from "../report/figure.ts";
import type { LargeRun } from "./seed-large-run.ts";
import { DELTAS } from "./seed-memory.ts";
import { p95Of, timeOf } from "./timed.ts";

const ROUNDS = 40;

type Asked = { origin: string; cookie: string; run: LargeRun };

export async function measureAnswers({ origin, cookie, run }: Asked): Promise<Figure[]> {
  const get = async (path: string): Promise<string> => {
    const response = await fetch(`${origin}/api/admin/${path}`, { headers: { cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  const asked = (path: string) => p95Of(ROUNDS, () => timeOf(() => get(path)));
  const trace = await get(`runs/${run.runId}/trace`);
  // The panel opens at the newest state; from there an operator goes to any other.
  await get(`conversations/${run.conversationId}/context/steps?agent=concierge&at=${DELTAS}`);
  const steps = (round: number) =>
    `conversations/${run.conversationId}/context/steps?agent=concierge&at=${1 + ((round * 397) % DELTAS)}`;
  const ms = (id: string, name: string, ours: number, atMost: number, note?: string) =>
    absoluteFigure({ id, name, ours, atMost, unit: "ms", note });
  return [
    ms(
      "skeleton-response",
      `Skeleton of ${run.hops} hops, response, p95`,
      await asked(`runs/${run.runId}/trace`),
      400,
      `${run.events} events in the log`,
    ),
    absoluteFigure({
      id: "skeleton-bytes",
      name: "Skeleton, gzip",
      ours: gzipSync(trace).length / 1000,
      atMost: 250,
      unit: "KB",
      note: `${(trace.length / 1000).toFixed(0)} KB before`,
    }),
    ms(
      "payload",
      "One payload of 200 KB, p95",
      await asked(`runs/${run.runId}/events/${run.largeSeq}`),
      300,
    ),
    ms(
      "state-at-hop",
      "State at any hop, on the server, p95",
      await p95Of(ROUNDS, (round) => timeOf(() => get(steps(round)))),
      50,
      `${DELTAS} recorded deltas; a block of steps around the one that is asked for`,
    ),
    ms(
      "search",
      "Search in the run, p95",
      await asked(`runs/${run.runId}/search?q=${run.word}`),
      300,
    ),
  ];
}

/** A run that may be slower, and must not fail. */
export async function measureLargest({ origin, cookie, run }: Asked): Promise<Figure[]> {
  const taken = await timeOf(async () => {
    const response = await fetch(`${origin}/api/admin/runs/${run.runId}/trace`, {
      headers: { cookie },
    });
    const { hopCount } = (await response.json()) as { hopCount: number };
    if (hopCount !== run.hops) throw new Error(`${hopCount} of ${run.hops} hops were counted`);
  });
  return [
    absoluteFigure({
      id: "largest-skeleton",
      name: `Skeleton of ${run.hops} hops, response`,
      ours: taken,
      atMost: null,
      unit: "ms",
      note: "its count of hops is the database's",
    }),
  ];
}
