/** The short block that says where to go and as whom. */
import { DEMO_ACCOUNTS } from "../accounts/demo-accounts.ts";
import type { StartOptions } from "./start-options.ts";
import type { Health } from "./start-server.ts";

/** @param demoPassword null: there are no demo accounts */
export function describeReady(
  options: StartOptions,
  health: Health,
  demoPassword: string | null,
): string {
  const demo = options.model === "demo";
  const accounts =
    demoPassword === null
      ? ["  Accounts   none yet? npm run create-admin"]
      : [
          `  Sign in    ${DEMO_ACCOUNTS.map(({ email }) => email).join("  ")}`,
          `  Password   ${demoPassword}`,
        ];
  return [
    "",
    `  Halfsilver is ready: ${options.url}`,
    ...accounts,
    `  Model      ${health.model.name}${demo ? " (no key needed; set OPENAI_API_KEY for a real one)" : ""}`,
    `  ${options.dev ? "Development server. " : ""}Ctrl-C stops it.`,
    "",
  ].join("\n");
}
