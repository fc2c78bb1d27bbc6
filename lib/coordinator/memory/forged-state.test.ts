/** Well-formed memory that the application did not write: it is set aside and told, and the person's turn goes on. */

import { beforeEach, describe, expect, it } from "vitest";
import { openFindings } from "../../db/audit/found/trail-findings.ts";
import { areStatesSigned } from "../../db/audit/runs/own-states.ts";
import { signStates } from "../../db/audit/runs/sign-states.ts";
import { db, kysely } from "../../db/client.ts";
import { correctFact } from "../../db/conversations/correct-fact.ts";
import { getConversation } from "../../db/conversations/get-conversation.ts";
import { newTurn } from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

provideUms();

const NOT_OURS = "not what the application wrote";

beforeEach(async () => {
  expect(await signStates()).toBe(true);
  expect(await areStatesSigned(kysely())).toBe(true);
});

/** Runs SQL on the newest state of an agent, which must be there. */
async function forge(talk: Talk, agentId: string, assignments: string): Promise<void> {
  const changed = await db().$executeRawUnsafe(
    `UPDATE hidden_state AS newest SET ${assignments} WHERE conversation_id = $1::uuid AND agent_id = $2 AND version = (
      SELECT max(version) FROM hidden_state WHERE conversation_id = $1::uuid AND agent_id = $2)`,
    talk.conversationId(),
    agentId,
  );
  expect(changed).toBe(1);
}

const replaced = (from: string, to: string) =>
  `state = replace(state::text, '${from}', '${to}')::jsonb`;

async function expectSetAside(talk: Talk, turn: TakenTurn, agentId: string): Promise<void> {
  const loaded = turn.of("state.loaded").filter((event) => event.agentId === agentId);
  expect(loaded).toMatchObject([{ finding: NOT_OURS }]);
  const [newest, before] = await db().hiddenState.findMany({
    where: { conversationId: talk.conversationId(), agentId },
    orderBy: { version: "desc" },
  });
  expect(before).toMatchObject({ quarantinedReason: NOT_OURS });
  expect(newest).toMatchObject({ quarantinedAt: null, runId: turn.runId });
  expect(turn.result.ending).toBe("complete");
  const runId = before?.runId ?? null;
  await expect
    .poll(openFindings)
    .toContainEqual(expect.objectContaining({ fault: "state-forged", runId }));
}

/** The coordinator's says who is active, and nothing that was said. */
const rewritten = (agentId: string) =>
  agentId === "coordinator" ? replaced("concierge", "general") : replaced("dogs", "zqforged");

/** Ways of writing another state that its schema accepts. */
const FORGERIES: [string, (agentId: string) => string][] = [
  ["with other words", rewritten],
  ["without its MAC", (agentId) => `${rewritten(agentId)}, mac = NULL`],
  ["with a MAC of a key of somebody else", () => "mac = sha256(mac) || '\\x00000000'"],
  ["of another run", () => "run_id = gen_random_uuid()"],
  [
    "that is the one before it, with its MAC",
    (agentId) =>
      `(state, bytes, run_id, mac) = (SELECT state, bytes, run_id, mac FROM hidden_state AS old
        WHERE old.conversation_id = newest.conversation_id AND old.agent_id = '${agentId}' ORDER BY version LIMIT 1)`,
  ],
  ["under a later number", () => "version = version + 1"],
];

describe.each(FORGERIES)("a state %s", (_name, assignments) => {
  it("of an intake is rebuilt from its deltas", async () => {
    const talk = await newTalk();
    await talk.say("I need a brief for a mobile app");
    await talk.say("Help people find lost dogs");
    await forge(talk, "concierge", assignments("concierge"));
    const turn = await talk.say("Dog owners in big cities");
    expect(turn.answer).toContain("Where should it run?");
    await expectSetAside(talk, turn, "concierge");
    expect(turn.of("run.noted")).toMatchObject([{ detail: "replayed from its deltas" }]);
    const where = { conversationId: talk.conversationId(), agentId: "concierge" };
    const state = await db().hiddenState.findFirst({ where, orderBy: { version: "desc" } });
    expect(JSON.stringify(state?.state)).toMatch(/lost dogs/i);
    expect(JSON.stringify(state?.state)).not.toContain("zqforged");
  });

  it("of the coordinator is rebuilt from its deltas", async () => {
    const talk = await newTalk();
    await talk.say("I need a brief for a mobile app");
    await talk.say("Help people find lost dogs");
    await forge(talk, "coordinator", assignments("coordinator"));
    const turn = await talk.say("Dog owners in big cities");
    expect(turn.answer).toContain("Where should it run?");
    await expectSetAside(talk, turn, "coordinator");
    expect(turn.of("run.noted")).toMatchObject([{ detail: "replayed from its deltas" }]);
  });

  it("of tool calls is rebuilt from what the person sees", async () => {
    const talk = await newTalk();
    await talk.say("calculate fibonacci(10), for my dogs");
    await talk.say("calculate fibonacci(11), for my dogs");
    await forge(talk, "general", assignments("general"));
    const turn = await talk.say("What is 17 * 23?");
    expect(turn.answer).toContain("391");
    await expectSetAside(talk, turn, "general");
    const prompts = turn.prompts.map(({ text }) => text).join("\n");
    expect(prompts).toContain("fibonacci(11)");
    expect(prompts).not.toContain("zqforged");
    const next = await talk.say("now the same for 4 * 4");
    expect(next.of("state.loaded").map(({ finding }) => finding)).toEqual([null, null]);
  });
});

it("a state of another conversation is not taken for one's own", async () => {
  const [talk, other] = [await newTalk(), await newTalk()];
  await talk.say("list users");
  await other.say("list users");
  await db().hiddenState.deleteMany({
    where: { conversationId: talk.conversationId(), agentId: "users" },
  });
  await db().$executeRawUnsafe(
    `UPDATE hidden_state SET conversation_id = $1::uuid, message_id = (
      SELECT id FROM message WHERE conversation_id = $1::uuid AND role = 'assistant') WHERE conversation_id = $2::uuid AND agent_id = 'users'`,
    talk.conversationId(),
    other.conversationId(),
  );
  const turn = await talk.say("list users");
  await expectSetAside(talk, turn, "users");
});

it("where a change is forged too, the memory begins anew, and both are told", async () => {
  const talk = await newTalk();
  await talk.say("I need a brief for a mobile app");
  await talk.say("Help people find lost dogs");
  await forge(talk, "concierge", replaced("dogs", "zqforged"));
  await db().$executeRawUnsafe(
    "UPDATE context_delta SET patch = replace(patch::text, 'dogs', 'zqforged')::jsonb WHERE conversation_id = $1::uuid AND agent_id = 'concierge'",
    talk.conversationId(),
  );
  const turn = await talk.say("Dog owners in big cities");
  expect(turn.result.ending).toBe("complete");
  expect(turn.of("run.noted")).toMatchObject([{ detail: "begun anew: delta-forged" }]);
  await expect
    .poll(openFindings)
    .toContainEqual(expect.objectContaining({ fault: "delta-forged" }));
  const states = await db().hiddenState.findMany({ where: { runId: turn.runId } });
  expect(JSON.stringify(states)).not.toContain("zqforged");
});

it("a forged fact is neither shown to its person nor corrected; a corrected one goes on", async () => {
  const talk = await newTalk();
  await talk.say("I need a brief for a mobile app");
  await talk.say("Help people find lost dogs");
  const conversationId = talk.conversationId();
  const understood = async () => (await getConversation(talk.actor, conversationId)).understood;
  const [fact] = await understood();
  if (!fact) throw new Error("nothing was understood");
  const correction = { conversationId, path: fact.path, value: "Help people find lost cats" };
  await correctFact(talk.actor, correction);
  expect(JSON.stringify(await understood())).toContain("lost cats");
  const turn = await talk.say("Dog owners in big cities");
  expect(turn.of("state.loaded").map(({ finding }) => finding)).toEqual(
    turn.of("state.loaded").map(() => null),
  );
  await forge(talk, "concierge", replaced("cats", "zqforged"));
  expect(await understood()).toEqual([]);
  await expect(correctFact(talk.actor, correction)).rejects.toMatchObject({ code: "not-found" });
  const next = await talk.say("In a browser");
  await expectSetAside(talk, next, "concierge");
  expect(JSON.stringify(await understood())).toContain("lost cats");
});

it("a correction that comes before the run began moves its state, which stays ours", async () => {
  const talk = await newTalk();
  await talk.say("I need a brief for a mobile app");
  await talk.say("Help people find lost dogs");
  const conversationId = talk.conversationId();
  const turn = await talk.say("Dog owners in big cities");
  const [fact] = (await getConversation(talk.actor, conversationId)).understood;
  await correctFact(talk.actor, { conversationId, path: fact?.path ?? "", value: "Find dogs" });
  // As the statement of the end leaves it: the run's version behind the correction.
  await db().$executeRawUnsafe(
    `WITH two AS (SELECT id, run_id, version FROM hidden_state
        WHERE conversation_id = $1::uuid AND agent_id = 'concierge' ORDER BY version DESC LIMIT 2)
      UPDATE hidden_state AS state SET version = 1000 + two.version FROM two WHERE two.id = state.id`,
    conversationId,
  );
  await db().$executeRawUnsafe(
    `UPDATE hidden_state SET version = CASE WHEN run_id IS NULL THEN version - 1001 ELSE version - 999 END
      WHERE conversation_id = $1::uuid AND version > 1000`,
    conversationId,
  );
  const input = newTurn({ conversationId, text: "In a browser" });
  const begun = await createTurn(talk.actor, input);
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  expect(begun.turn.states.concierge).toMatchObject({ state: expect.anything() });
  expect(begun.turn.states.concierge).not.toHaveProperty("isForged");
  expect(turn.result.ending).toBe("complete");
});
