/** A loop process, seen from the bench. */
import { fork } from "node:child_process";
import { join } from "node:path";
import { NODE } from "../../scripts/setup/paths.ts";
import { SYSTEM_PROMPT } from "./system-prompt.ts";
import type { LoopReport } from "./worker.ts";

export type LoopProcess = {
  /** Microseconds of processor time per model call, over so many turns. */
  perform(turns: number): Promise<number>;
  stop(): void;
};

/** @param file of the loop, absolute */
export async function startLoop(file: string, modelUrl: string): Promise<LoopProcess> {
  const child = fork(join(import.meta.dirname, "worker.ts"), [file, modelUrl], {
    execPath: NODE,
    // What is server-only says so to whoever does not ask for it.
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
