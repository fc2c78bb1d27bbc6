/** A process that runs one agent loop and reports its processor time. */
import { pathToFileURL } from "node:url";
import { ANSWER_TOKENS, MODEL_CALLS, type OpenLoop } from "./task.ts";

type LoopOrder = { turns: number };
export type LoopReport = { ok: true; microsPerCall: number } | { ok: false; problem: string };

const [file = "", modelUrl = ""] = process.argv.slice(2);
const { openLoop } = (await import(pathToFileURL(file).href)) as { openLoop: OpenLoop };
const loop = openLoop(modelUrl, process.env.BENCH_SYSTEM_PROMPT ?? "");

async function perform({ turns }: LoopOrder): Promise<LoopReport> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn += 1) {
    const answer = await loop.turn();
    const tokens = answer.split("word").length - 1;
    if (tokens !== ANSWER_TOKENS) {
      return { ok: false, problem: `${tokens} tokens in the answer: ${answer.slice(0, 200)}` };
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { ok: true, microsPerCall: (user + system) / (turns * MODEL_CALLS) };
}

process.on("message", (order: LoopOrder) => {
  perform(order)
    .catch((error: Error) => ({ ok: false as const, problem: error.stack ?? error.message }))
    .then((report) => process.send?.(report));
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
