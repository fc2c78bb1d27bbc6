/** Processor time of the agent loop per model call, against a bare loop and two frameworks on the same task. */
import { fork } from "node:child_process";
import { join } from "node:path";
import { NODE, ROOT } from "../../scripts/setup/paths.ts";
import { ANSWER_TOKENS, TOOL_ROUNDS } from "../loop/task.ts";
import type { LoopReport } from "../loop/worker.ts";
import { type Figure, ratioFigure } from "../report.ts";
import { median } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const LOOPS = {
  ours: "bench/loop/our-loop.ts",
  bare: "bench/loop/bare-loop.ts",
  agents: "bench/loop/agents-loop.mjs",
  ai: "bench/loop/ai-loop.mjs",
} as const;
type LoopName = keyof typeof LOOPS;
const NAMES = Object.keys(LOOPS) as LoopName[];

export const measureAgentLoop: BenchStage = async ({ quick, base, model }) => {
  await model.queue({
    scenario: "bench",
    tokens: ANSWER_TOKENS,
    tokenDelayMs: 0,
    toolRounds: TOOL_ROUNDS,
  });
  const [batches, turns] = quick ? [4, 10] : [20, 20];
  const processes = new Map<LoopName, LoopProcess>();
  const micros: Record<LoopName, number[]> = { ours: [], bare: [], agents: [], ai: [] };
  try {
    for (const name of NAMES) {
      processes.set(name, await startLoop(join(ROOT, LOOPS[name]), base.modelUrl));
    }
    // The first three batches are warm-up, for the compiler.
    for (let batch = -3; batch < batches; batch += 1) {
      for (const [name, loop] of processes) {
        const figure = await loop.perform(turns);
        if (batch >= 0) micros[name].push(figure);
      }
    }
  } finally {
    for (const loop of processes.values()) loop.stop();
  }
  return toFigures(micros, batches * turns);
};

function toFigures(micros: Record<LoopName, number[]>, turns: number): Figure[] {
  const of = (name: LoopName) => median(micros[name]);
  const against = (name: LoopName, controlName: string, atMost: number, note?: string) =>
    ratioFigure({
      id: `loop-cpu-against-${name}`,
      name: `Agent loop, CPU per model call, recording on: against ${controlName}`,
      ours: of("ours"),
      control: of(name),
      controlName,
      atMost,
      unit: "µs",
      note,
      raw: { micros },
    });
  return [
    against(
      "bare",
      "openai SDK",
      1.2,
      `${turns} turns each, ${TOOL_ROUNDS} tool rounds and an answer; one process per loop, medians over interleaved batches`,
    ),
    against("agents", "@openai/agents", 1),
    against("ai", "ai", 1),
  ];
}

/** The same instructions for every loop. */
const SYSTEM_PROMPT = `You are a helpful assistant in a chat application. Answer in plain, exact language; use Markdown where it helps.

- Use your tools for anything that must be looked up.
- When a tool answers with an error, mend the call and try again, or say plainly what did not work.
- The person sees only your words. Do not mention tools, calls, their names or their arguments.`;

type LoopProcess = {
  /** @returns microseconds of processor time per model call, averaged over `turns` turns */
  perform(turns: number): Promise<number>;
  stop(): void;
};

/**
 * Starts a process that runs one agent loop.
 * @param file absolute path of the loop's module
 */
async function startLoop(file: string, modelUrl: string): Promise<LoopProcess> {
  const child = fork(join(ROOT, "bench/loop/worker.ts"), [file, modelUrl], {
    execPath: NODE,
    // The package `server-only` throws without this condition.
    execArgv: ["--conditions=react-server"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      BENCH_SYSTEM_PROMPT: SYSTEM_PROMPT,
      DATABASE_URL: "postgresql://127.0.0.1/nobody",
      BETTER_AUTH_SECRET: "a secret of the bench, which signs nothing",
      OPENAI_BASE_URL: modelUrl,
      OPENAI_API_KEY: "demo",
      OPENAI_MODEL: "demo",
      LOG_LEVEL: "warn",
      OPENAI_AGENTS_DISABLE_TRACING: "1",
    },
  });
  const next = <Message>(send: () => void) =>
    new Promise<Message>((resolve, reject) => {
      const onExit = (code: number | null) =>
        reject(new Error(`${file} ended (${code}) before its work was done`));
      child.once("exit", onExit);
      child.once("message", (message: Message) => {
        child.off("exit", onExit);
        resolve(message);
      });
      send();
    });
  await next<string>(() => undefined);
  return {
    async perform(turns) {
      const report = await next<LoopReport>(() => child.send({ turns }));
      if (!report.ok) throw new Error(`${file}: ${report.problem}`);
      return report.microsPerCall;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
