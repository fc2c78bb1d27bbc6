/** Starts a process that runs one agent loop, and gives it orders. */
import { fork } from "node:child_process";
import { join } from "node:path";
import { NODE } from "../../scripts/setup/paths.ts";
import type { LoopReport } from "./worker.ts";

/** The same instructions for every loop. */
const SYSTEM_PROMPT = `You are a helpful assistant in a chat application. Answer in plain, exact language; use Markdown where it helps.

- Use your tools for anything that must be looked up.
- When a tool answers with an error, mend the call and try again, or say plainly what did not work.
- The person sees only your words. Do not mention tools, calls, their names or their arguments.`;

export type LoopProcess = {
  /** @returns microseconds of processor time per model call, averaged over `turns` turns */
  perform(turns: number): Promise<number>;
  stop(): void;
};

/** @param file absolute path of the loop's module */
export async function startLoop(file: string, modelUrl: string): Promise<LoopProcess> {
  const child = fork(join(import.meta.dirname, "worker.ts"), [file, modelUrl], {
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
