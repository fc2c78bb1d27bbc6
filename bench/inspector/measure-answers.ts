/** Response times of the requests that an operator's page makes, and the size of the trace. */
import { gzipSync } from "node:zlib";
import { p95Of, timeOf } from "../measure/machine/measure-undisturbed.ts";
import { absoluteFigure, type Figure } from "../report.ts";
import type { LargeRun } from "./seed-large-run.ts";
import { DELTAS } from "./seed-memory.ts";

const ROUNDS = 40;

type Subject = { origin: string; cookie: string; run: LargeRun };

export async function measureAnswers({ origin, cookie, run }: Subject): Promise<Figure[]> {
  const get = async (path: string): Promise<string> => {
    const response = await fetch(`${origin}/api/admin/${path}`, { headers: { cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  const p95For = (path: string) => p95Of(ROUNDS, () => timeOf(() => get(path)));
  const trace = await get(`runs/${run.runId}/trace`);
  // Warm-up: the panel opens at the newest state, as here.
  await get(`conversations/${run.conversationId}/context/steps?agent=concierge&at=${DELTAS}`);
  const steps = (round: number) =>
    `conversations/${run.conversationId}/context/steps?agent=concierge&at=${1 + ((round * 397) % DELTAS)}`;
  const ms = (id: string, name: string, ours: number, atMost: number, note?: string) =>
    absoluteFigure({ id, name, ours, atMost, unit: "ms", note });
  return [
    ms(
      "trace-response",
      `Trace of ${run.hops} hops, response, p95`,
      await p95For(`runs/${run.runId}/trace`),
      400,
      `${run.events} events in the log`,
    ),
    absoluteFigure({
      id: "trace-bytes",
      name: "Trace, gzip",
      ours: gzipSync(trace).length / 1000,
      atMost: 250,
      unit: "KB",
      note: `${(trace.length / 1000).toFixed(0)} KB uncompressed`,
    }),
    ms(
      "payload",
      "One payload of 200 KB, p95",
      await p95For(`runs/${run.runId}/events/${run.largeSeq}`),
      300,
    ),
    ms(
      "state-at-hop",
      "State at any hop, on the server, p95",
      await p95Of(ROUNDS, (round) => timeOf(() => get(steps(round)))),
      50,
      `${DELTAS} recorded deltas; the response holds a block of steps around the requested one`,
    ),
    ms(
      "search",
      "Search in the run, p95",
      await p95For(`runs/${run.runId}/search?q=${run.word}`),
      300,
    ),
  ];
}

/** The largest run has no bar on time, but it must not fail. */
export async function measureLargest({ origin, cookie, run }: Subject): Promise<Figure[]> {
  const taken = await timeOf(async () => {
    const response = await fetch(`${origin}/api/admin/runs/${run.runId}/trace`, {
      headers: { cookie },
    });
    const { hopCount } = (await response.json()) as { hopCount: number };
    if (hopCount !== run.hops) throw new Error(`the trace counts ${hopCount} of ${run.hops} hops`);
  });
  return [
    absoluteFigure({
      id: "largest-trace",
      name: `Trace of ${run.hops} hops, response`,
      ours: taken,
      atMost: null,
      unit: "ms",
      note: "the hop count matches the database",
    }),
  ];
}
