/** Runs the demo model as a process. Prints `{"listening": url}` when it accepts requests. */
import { readDemoModelSettings } from "./settings.ts";
import { startDemoModel } from "./start-demo-model.ts";

try {
  const { DEMO_MODEL_PORT, DEMO_MODEL_TOKEN_DELAY_MS, DEMO_MODEL_CONTROL } = readDemoModelSettings(
    process.env,
  );
  const { url } = await startDemoModel({
    port: DEMO_MODEL_PORT,
    tokenDelayMs: DEMO_MODEL_TOKEN_DELAY_MS,
    hasControl: DEMO_MODEL_CONTROL,
  });
  process.stdout.write(`${JSON.stringify({ listening: url })}\n`);
} catch (error) {
  process.stderr.write(
    `The demo model could not start: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
// The parent holds the other end of stdin, which closes when the parent exits.
if (process.env.DEMO_MODEL_EXIT_WITH_PARENT === "1") {
  process.stdin.once("close", () => process.exit(0)).resume();
}
