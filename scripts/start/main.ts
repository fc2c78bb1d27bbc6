/** `npm start` once packages are installed: starts the stack, keeps it running, and ends it. */
import { printLine } from "../setup/report-progress.mjs";
import { endOnSignals } from "./end-on-signals.ts";
import { readStartOptions } from "./start-options.ts";
import { reportProblem } from "./start-problem.ts";
import { createStack } from "./start-stack.ts";

async function main(): Promise<void> {
  const options = readStartOptions(process.argv.slice(2), process.env);
  const stack = createStack(options, (line) => printLine(line));
  const ending = endOnSignals(stack, options.shutdownGraceMs);
  try {
    console.log(await stack.start());
  } catch (error) {
    // Errors during the shutdown are caused by it.
    if (ending.aborted) return;
    reportProblem(error);
    await stack.stop();
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  reportProblem(error);
  process.exit(1);
});
