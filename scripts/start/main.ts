/** `npm start` once packages are installed: starts the stack, keeps it, ends it. */
import { readStartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";
import { createStack, type Stack } from "./start-stack.ts";

async function main(): Promise<void> {
  const options = readStartOptions(process.argv.slice(2), process.env);
  const stack = createStack(options, (line) => console.log(`${line} …`));
  const ending = endOnSignals(stack);
  try {
    console.log(await stack.start());
    await stack.watch();
  } catch (error) {
    // Whatever fails while we are being ended fails because of that.
    if (ending.aborted) return;
    report(error);
    await stack.stop();
    process.exit(1);
  }
}

/** A signal ends everything in order, as does the end of the process that handed over to us. */
function endOnSignals(stack: Stack): AbortSignal {
  const ending = new AbortController();
  const end = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    console.log("\nStopping …");
    stack.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  if (process.channel) process.on("disconnect", end);
  // A closed terminal must not end us before our children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return ending.signal;
}

function report(error: unknown): void {
  if (error instanceof StartProblem) console.error(error.message);
  else console.error(error);
}

main().catch((error: unknown) => {
  report(error);
  process.exit(1);
});
