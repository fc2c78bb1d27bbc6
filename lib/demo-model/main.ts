/** Runs the demo model as a process. Prints `{"listening": url}` when it accepts requests. */
import { TOKEN_DELAY_DEFAULT_MS } from "./limits.ts";
import { startDemoModel } from "./start-demo-model.ts";

const {
  DEMO_MODEL_PORT,
  DEMO_MODEL_TOKEN_DELAY_MS,
  DEMO_MODEL_CONTROL,
  DEMO_MODEL_EXIT_WITH_PARENT,
} = process.env;

const port = readNumber("DEMO_MODEL_PORT", DEMO_MODEL_PORT, 0, 65_535);
const tokenDelayMs = readNumber(
  "DEMO_MODEL_TOKEN_DELAY_MS",
  DEMO_MODEL_TOKEN_DELAY_MS,
  TOKEN_DELAY_DEFAULT_MS,
  60_000,
);

try {
  const { url } = await startDemoModel({
    port,
    tokenDelayMs,
    hasControl: DEMO_MODEL_CONTROL === "1",
  });
  process.stdout.write(`${JSON.stringify({ listening: url })}\n`);
} catch (error) {
  exitWith(`The demo model could not start: ${error instanceof Error ? error.message : error}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
// The parent holds the other end of stdin, which closes when the parent exits.
if (DEMO_MODEL_EXIT_WITH_PARENT === "1") {
  process.stdin.once("close", () => process.exit(0)).resume();
}

function readNumber(
  name: string,
  value: string | undefined,
  fallback: number,
  max: number,
): number {
  const number = value ? Number(value) : fallback;
  if (Number.isInteger(number) && number >= 0 && number <= max) return number;
  return exitWith(`${name} must be a whole number from 0 to ${max}, not "${value}".`);
}

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
