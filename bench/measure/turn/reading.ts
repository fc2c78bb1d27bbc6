/**
 * What it costs to read an answer's text for calls, which is done where tools are offered and the server is not known to
 * report them: first token and processor time per token, beside the plain path of the same tokens. Both take turns in one
 * process, so that what disturbs the machine disturbs both.
 */
import { performance } from "node:perf_hooks";
import { finishDraft, foldChunk, startDraft } from "../../../lib/llm/attempt/answer-draft.ts";
import { PYTHON_TOOL } from "../../../lib/llm/testing/test-client.ts";
import { toToolset } from "../../../lib/llm/text-calls/written-call.ts";
import { type Figure, ratioFigure } from "../../report.ts";
import { median } from "../machine/statistics.ts";
import type { BenchStage } from "../stage.ts";

const TOKENS = 2_000;
const WORDS = ["The ", "value ", "is ", "42", ", ", "as ", "`x`", " shows", ".\n\n", "- one\n"];
const CHUNKS = Array.from({ length: TOKENS }, (_, place) =>
  JSON.stringify({
    id: "chatcmpl-1",
    model: "bench",
    choices: [{ index: 0, delta: { content: WORDS[place % WORDS.length] }, finish_reason: null }],
  }),
);
const TOOLS = toToolset([PYTHON_TOOL]);
const CONTROL = "plain path";

type Sample = { perTokenMicros: number; firstTokenMicros: number };

export const measureReading: BenchStage = async ({ quick }) => {
  const rounds = quick ? 30 : 300;
  const samples: Record<"calls" | "tokens", Sample[]> = { calls: [], tokens: [] };
  for (let round = -10; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (["calls", "tokens"] as const) : (["tokens", "calls"] as const);
    for (const readFor of order) {
      const sample = readAnswer(readFor);
      if (round >= 0) samples[readFor].push(sample);
    }
  }
  const figure = (id: string, name: string, key: keyof Sample): Figure =>
    ratioFigure({
      id,
      name,
      ours: median(samples.calls.map((sample) => sample[key])),
      control: median(samples.tokens.map((sample) => sample[key])),
      controlName: CONTROL,
      atMost: null,
      unit: "µs",
    });
  return [
    figure("reading-per-token", "Processor time per token, read for calls", "perTokenMicros"),
    figure("reading-first-token", "First chunk to first text, read for calls", "firstTokenMicros"),
  ];
};

/** One answer: each chunk is parsed and folded, as it is where it comes from a server. */
function readAnswer(readFor: "calls" | "tokens"): Sample {
  const before = process.cpuUsage();
  const beganAt = performance.now();
  let firstAt: number | null = null;
  const draft = startDraft({ readFor, tools: TOOLS });
  for (const chunk of CHUNKS) {
    const text = foldChunk(draft, JSON.parse(chunk));
    if (text !== "") firstAt ??= performance.now();
  }
  finishDraft(draft);
  const { user, system } = process.cpuUsage(before);
  return {
    perTokenMicros: (user + system) / TOKENS,
    firstTokenMicros: ((firstAt ?? performance.now()) - beganAt) * 1_000,
  };
}
