/** Facts under forced structured memory, as operators see them: time machine, chain, refusals, hidden state. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { factsIdOf } from "../../agents/facts/facts-state.ts";
import { general } from "../../agents/general/descriptor.ts";
import { ContextTimelines } from "../../contracts/inspector/run/context-inspection.ts";
import { RunStates } from "../../contracts/inspector/run/state-inspection.ts";
import { modelControl, newTalk, type TakenTurn } from "../../coordinator/testing/take-turns.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { inspectStates } from "../states/inspect-states.ts";
import { readFreely } from "../testing/read-freely.ts";
import { checkContextChain } from "./check-context-chain.ts";
import { inspectSteps } from "./inspect-steps.ts";
import { inspectTimelines } from "./inspect-timelines.ts";

process.env.MEMORY_POLICY = "context-state";
process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();
readFreely();

const FACTS_ID = factsIdOf(general.id);
const SENTENCE = "Where did my late grandmother Ottilie hide the silver teaspoons";

describe("an agent's facts", () => {
  let first: TakenTurn;
  let second: TakenTurn;
  let admin: Actor;

  beforeAll(async () => {
    const talk = await newTalk();
    admin = await createPerson("admin");
    await modelControl().script("Ottilie", [
      { toolCalls: [{ name: "web_search", arguments: { query: SENTENCE, limit: 3 } }] },
      { text: "I found nothing." },
    ]);
    first = await talk.say(SENTENCE);
    second = await talk.say("calculate 17 * 23");
  });

  it("stand in the time machine with their schema, their deltas and what was refused", async () => {
    const found = ContextTimelines.parse(await inspectTimelines(admin, first.conversationId));
    expect(found.agents.map(({ agentId }) => agentId)).toEqual([FACTS_ID, "coordinator"]);
    expect(found.agents[0]).toMatchObject({
      schema: "facts@1",
      deltaCount: 2,
      refusedCount: 1,
      refused: [
        { runId: first.runId, attempt: 1, reason: { value: expect.stringMatching(/^verbatim/) } },
      ],
    });
    expect(found.agents[0]?.deltas.texts).toContain("tool");
    const block = await inspectSteps(admin, first.conversationId, FACTS_ID, 2);
    expect(block.steps.flatMap(({ findings }) => findings)).toEqual([]);
    const values = block.leaves.map(({ path, value }) => [path, value.value]);
    expect(values).toContainEqual(["/facts/f1/arguments/limit", 3]);
    expect(values).toContainEqual(["/facts/f2/result/output", "391"]);
    expect(JSON.stringify(block)).not.toMatch(/grandmother/);
  });

  it("hide the reason of a refusal, as every text, from an auditor", async () => {
    const auditor = await createPerson("auditor");
    const { agents } = await inspectTimelines(auditor, first.conversationId);
    expect(agents[0]?.refused).toMatchObject([{ reason: { value: null, withheld: "masked" } }]);
  });

  it("have a sound chain that leads to the stored state", async () => {
    expect(await checkContextChain(admin, first.conversationId, FACTS_ID)).toMatchObject({
      replayed: 2,
      matching: 2,
      findingCount: 0,
      storedChecked: 2,
      storedFindings: [],
      storedIsLast: true,
    });
  });

  it("are a memory of their agent in the hidden state, with what a run changed", async () => {
    const states = RunStates.parse(await inspectStates(admin, second.conversationId, second.runId));
    const facts = states.agents.find(({ agentId }) => agentId === FACTS_ID);
    expect(facts).toMatchObject({
      ownerId: general.id,
      name: `${general.name}: facts`,
      memory: "context-state",
      before: { version: 1, schema: "facts@1", readable: true, findings: [] },
      after: { version: 2 },
      changes: expect.arrayContaining([
        expect.objectContaining({ op: "add", path: "/context_state/facts/f2" }),
      ]),
    });
    expect(states.agents.map(({ agentId }) => agentId)).not.toContain(general.id);
  });
});
