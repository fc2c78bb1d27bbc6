/** Where the words of a prompt come from stays with them: over turns, agents, services, and a store that somebody changed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { trustOf } from "../../contracts/model/origin.ts";
import { signStates } from "../../db/audit/runs/sign-states.ts";
import { db } from "../../db/client.ts";
import { acceptTools, readToolLabels } from "../../db/policies/accept-tools.ts";
import {
  closeMcpServers,
  compareMcpToolsAgain,
  startMcpServers,
} from "../../tools/mcp/mcp-tools.ts";
import { EVERYTHING } from "../../tools/mcp/testing/start-everything.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

process.env.MCP_SERVERS = JSON.stringify([
  {
    name: "everything",
    command: process.execPath,
    args: [EVERYTHING, "stdio"],
    readOnlyTools: ["echo"],
  },
]);
provideUms();
beforeAll(() => startMcpServers({ accept: acceptTools, labels: readToolLabels }, []));
afterAll(closeMcpServers);
beforeEach(async () => {
  expect(await signStates()).toBe(true);
});

const FOREIGN = "foreign-text-needs-approval@1";

async function offered(): Promise<void> {
  for (;;) {
    const turn = await (await newTalk()).say("calculate 1 + 1");
    if (!turn.of("run.noted").some(({ detail }) => detail.startsWith("all tools"))) return;
    await compareMcpToolsAgain();
  }
}

/** The origins in each model call of an agent. */
const originsOf = (turn: TakenTurn, agentId: string) =>
  turn
    .of("model.called")
    .filter(({ manifest }) => manifest.agentId === agentId)
    .map(({ manifest }) => ({
      trust: manifest.trust,
      origins: [...new Set(manifest.segments.flatMap(({ origins = ["none"] }) => origins))],
    }));

const lastDecision = (turn: TakenTurn) => turn.of("policy.decided").findLast(({ from }) => from);

async function forge(talk: Talk, agentId: string, from: string, to: string): Promise<void> {
  const changed = await db().$executeRaw`
    UPDATE hidden_state SET state = replace(state::text, ${from}, ${to})::jsonb
    WHERE conversation_id = ${talk.conversationId()}::uuid AND agent_id = ${agentId}
      AND state::text LIKE ${`%${from}%`}`;
  expect(changed).toBeGreaterThan(0);
}

describe("origins", () => {
  it("are on every segment of every call, and the lowest is the call's trust", async () => {
    const talk = await newTalk();
    for (const text of ["calculate 17 * 23", "list the users", "I need a brief for a mobile app"]) {
      const turn = await talk.say(text);
      for (const { manifest } of turn.of("model.called")) {
        expect(manifest.segments.every(({ origins = [] }) => origins.length > 0)).toBe(true);
        expect(manifest.trust).toBeDefined();
      }
    }
  });

  it("of a service's text reach later turns, where a writing call asks first", async () => {
    await offered();
    const talk = await newTalk();
    const first = await talk.say("use the echo tool to say héllo");
    expect(originsOf(first, "general").map(({ trust }) => trust)).toEqual(["person", "mcp"]);
    const later = await talk.say("use the toggle-simulated-logging tool");
    expect(originsOf(later, "general")[0]?.origins).toContain("mcp:everything");
    expect(lastDecision(later)).toMatchObject({
      decision: { outcome: "needs_approval", policies: expect.arrayContaining([FOREIGN]) },
      from: { trust: "mcp", inPersonsWords: false },
    });
  });

  it("that somebody raised in the store count as the lowest", async () => {
    await offered();
    const talk = await newTalk();
    await talk.say("use the echo tool to say héllo");
    await forge(talk, "general", "mcp:everything", "person");
    const later = await talk.say("calculate 2 + 2");
    expect(originsOf(later, "general")[0]?.trust).toBe("web");
  });

  it("of the directory reach the next step of a plan and the composed answer", async () => {
    const talk = await newTalk();
    const turn = await talk.say("list the users and then calculate 17 * 23");
    const composed = originsOf(turn, "coordinator").at(-1);
    expect(composed?.origins.map(trustOf)).toContain("directory");
    expect(composed?.trust).toBe("directory");
  });

  it("of a service's memory are kept there, and nothing in it is trusted more than the directory", async () => {
    const talk = await newTalk();
    await talk.say("list the users");
    const rows = await db().umsMessage.findMany({ orderBy: { ordinal: "asc" } });
    const origins = rows.map(({ message }) => JSON.stringify(message));
    expect(origins.some((text) => text.includes('"directory"'))).toBe(true);
    await db().$executeRaw`
      UPDATE ums_message SET message = replace(message::text, 'directory', 'person')::jsonb`;
    const later = await talk.say("and the next page of users");
    const calls = originsOf(later, "ums");
    expect(calls.length).toBeGreaterThan(0);
    for (const { trust } of calls) expect(trust).toBe("directory");
  });
});
