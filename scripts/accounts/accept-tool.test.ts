/** `npm run tools` as it is run: a program of its own, on the database at DATABASE_URL. */
import { expect, it } from "vitest";
import { acceptTools } from "../../lib/db/policies/accept-tools.ts";
import { provideTestDatabase } from "../../lib/db/testing/turn-fixtures.ts";
import { settings } from "../../lib/env/settings.ts";
import { runProgram } from "../test/run-program.ts";

provideTestDatabase();

const NAME = "mcp_weather_forecast";
const [FIRST, OTHER] = ["1".repeat(64), "2".repeat(64)];

/** The server tells this. */
function told(sha256: string) {
  const listed = [{ name: NAME, server: "weather", tool: "forecast", sha256, told: "" }];
  return acceptTools(listed, { ours: [], listed });
}

function tools(...args: string[]) {
  const { DATABASE_URL, BETTER_AUTH_SECRET } = settings();
  const env = { DATABASE_URL, BETTER_AUTH_SECRET, NODE_OPTIONS: "--conditions=react-server" };
  return runProgram("scripts/accounts/accept-tool.ts", args, { show: false, env });
}

it("lists what was accepted and what is told now, and accepts the one that was read", async () => {
  expect((await tools()).output).toContain("No tool of an MCP server has been seen yet.");
  await told(FIRST);
  const unread = await tools("--accept", NAME);
  expect(unread.code).toBe(1);
  expect(unread.output).toContain("Say which description you read");
  const nothing = await tools("--accept", `${NAME}=${OTHER}`);
  expect(nothing.code).toBe(1);
  expect(nothing.output).toContain(`No server has told ${OTHER}`);
  await told(OTHER);
  expect((await tools()).output).toContain(
    `${NAME}  accepted: ${FIRST}\n  taken out: its server says ${OTHER} now`,
  );
  const accepted = await tools("--accept", `${NAME}=${OTHER}`);
  expect(accepted).toMatchObject({ code: 0 });
  expect((await told(OTHER)).get(NAME)?.isAccepted).toBe(true);
});
