/** An MCP server that this repository did not write, configured by one setting, used by the general agent in a turn. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSourceNumbers } from "../../agents/run-sources.ts";
import { acceptTools, labelTool, readToolLabels } from "../../db/policies/accept-tools.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import {
  closeMcpServers,
  compareMcpToolsAgain,
  startMcpServers,
} from "../../tools/mcp/mcp-tools.ts";
import { EVERYTHING } from "../../tools/mcp/testing/start-everything.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { callsIn } from "../testing/read-prompts.ts";
import { newTalk, type TakenTurn } from "../testing/take-turns.ts";

process.env.MCP_SERVERS = JSON.stringify([
  {
    name: "everything",
    label: "Weather service",
    command: process.execPath,
    args: [EVERYTHING, "stdio"],
    readOnlyTools: ["echo"],
  },
]);
provideUms();
beforeAll(() => startMcpServers({ accept: acceptTools, labels: readToolLabels }, []));
afterAll(closeMcpServers);

const ECHO = "mcp_everything_echo";

/** Waits until the server is up. Before that its tools are not offered, which the log records. */
async function sayOnceOffered(text: string): Promise<TakenTurn> {
  for (;;) {
    const talk = await newTalk();
    const turn = await talk.say(text);
    const missing = turn.of("run.noted").filter(({ detail }) => detail.startsWith("all tools"));
    if (missing.length === 0) return turn;
  }
}

describe("the tools of a configured MCP server", () => {
  it("are offered to the general agent, planned, called, and recorded", async () => {
    const turn = await sayOnceOffered("use the echo tool to say héllo");
    const prompts = turn.prompts.filter(({ by }) => by === "general");
    expect(prompts[0]?.tools).toEqual(expect.arrayContaining(["python_interpreter", ECHO]));
    expect(prompts[1] && callsIn(prompts[1])).toEqual([
      { tool: ECHO, result: withSourceNumbers("Echo: héllo", [1]) },
    ]);
    expect(turn.of("tool.called")).toMatchObject([
      {
        tool: expect.stringMatching(new RegExp(`^${ECHO}@\\d`)),
        arguments: { message: "héllo" },
        planStepId: "s1.1",
      },
    ]);
    expect(turn.of("tool.returned")).toMatchObject([
      { tool: ECHO, outcome: "ok", result: "Echo: héllo" },
    ]);
    expect(turn.of("hop.started").slice(-2)).toMatchObject([
      { kind: "tool", nodeId: ECHO },
      { kind: "gateway", nodeId: "gateway" },
    ]);
    expect(turn.answer).toContain("héllo [1]");
    expect(turn.of("sources.shown")).toMatchObject([
      { sources: [{ kind: "service", number: 1, what: "connected", label: "Weather service" }] },
    ]);
    expect(JSON.stringify(turn.of("sources.shown"))).not.toContain("echo");
    expect(turn.answer).not.toContain("mcp_");
    expect(turn.of("deviation.scored")).toMatchObject([{ score: 0 }]);
  });

  it("that may write wait for approval", async () => {
    const turn = await sayOnceOffered("use the toggle-simulated-logging tool");
    expect(turn.of("policy.decided").at(-1)).toMatchObject({
      decision: { outcome: "needs_approval" },
    });
    expect(turn.of("tool.returned")).toEqual([]);
    expect(turn.of("approval.requested")).toHaveLength(1);
    expect(turn.answer).not.toContain("mcp_");
  });

  it("that may write run unasked once an admin says that they only read", async () => {
    const admin = { ...(await createPerson()), role: "admin" } as const;
    await labelTool(admin, { name: "mcp_everything_toggle-simulated-logging", writes: false });
    await compareMcpToolsAgain();
    const turn = await sayOnceOffered("use the toggle-simulated-logging tool");
    expect(turn.of("tool.called")).toMatchObject([{ writes: false }]);
    expect(turn.of("approval.requested")).toEqual([]);
    expect(turn.of("tool.returned")).toMatchObject([{ outcome: "ok" }]);
  });
});
