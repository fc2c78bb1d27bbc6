/** The general agent's memory between turns: complete, sanitised exchanges up to the limit. */
import { describe, expect, it, vi } from "vitest";
import { UNKNOWN } from "../../contracts/model/origin.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import { testTask } from "../testing/agent-task.ts";
import { openMemory, recallExchanges, rememberExchange } from "./history-memory.ts";

vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
vi.stubEnv("BETTER_AUTH_SECRET", "a secret of at least thirty-two characters");
vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
vi.stubEnv("HIDDEN_STATE_KEEP_EXCHANGES", "2");

const NOTHING = { exchanges: [], version: 0, quarantined: null };
const call = (id: string, code: string): ChatMessage => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id, type: "function", function: { name: "python", arguments: code } }],
});
const exchange = (question: string, result: string): ChatMessage[] => [
  { role: "user", content: question },
  call("c1", "{}"),
  { role: "tool", tool_call_id: "c1", content: result },
  { role: "assistant", content: `It is ${result}.` },
];

/** Runs turns in sequence; each starts from the memory that the previous one stored. */
async function remember(...turns: ChatMessage[][]) {
  let stored: { version: number; state: unknown } | null = null;
  const runIds: string[] = [];
  for (const messages of turns) {
    const { task } = testTask({ own: { stored } });
    const recalled = await recallExchanges(task);
    const { version, state } = rememberExchange(task, recalled, messages);
    stored = { version, state };
    runIds.push(task.who.runId);
  }
  return { stored, runIds };
}

describe("the general agent's memory", () => {
  it("is empty at first", async () => {
    const { task, events } = testTask();
    expect(await recallExchanges(task)).toEqual(NOTHING);
    expect(events.at(-1)).toMatchObject({ type: "state.loaded", version: 0, finding: null });
  });

  it("contains whole exchanges with their calls and results", async () => {
    const messages = exchange("fibonacci(10)", "55");
    const { stored, runIds } = await remember(messages);
    const { task } = testTask({ own: { stored } });
    const recalled = await recallExchanges(task);
    expect(recalled).toMatchObject({ version: 1, quarantined: null });
    expect(recalled.exchanges).toEqual([{ runId: runIds[0], messages }]);
  });

  it("says where a replaced answer comes from only of the very text that it remembers", async () => {
    const [question, ...rest] = exchange("1", "a");
    const messages = [...(question ? [question] : []), ...rest.slice(0, -1)];
    const answer = { role: "assistant" as const, content: "It is a.", origin: "model@person" };
    const { stored, runIds } = await remember([...messages, answer]);
    const originAfter = async (text: string, replacedRunId: string | null) => {
      const { task } = testTask({ own: { stored }, who: { replacedRunId } });
      return (await openMemory(task, [])).originOfReplaced(text);
    };
    const [runId = null] = runIds;
    expect(await originAfter("It is a.", runId)).toBe("model@person");
    expect(await originAfter("It is b.", runId)).toBe(UNKNOWN);
    expect(await originAfter("It is a.", null)).toBe(UNKNOWN);
  });

  it("keeps the last whole exchanges and records how many it dropped", async () => {
    const { stored } = await remember(exchange("1", "a"), exchange("2", "b"), exchange("3", "c"));
    const { task, events } = testTask({ own: { stored } });
    const recalled = await recallExchanges(task);
    expect(recalled.exchanges.map(({ messages }) => messages[0])).toEqual([
      { role: "user", content: "2" },
      { role: "user", content: "3" },
    ]);
    rememberExchange(task, recalled, exchange("4", "d"));
    expect(events.at(-1)).toMatchObject({ type: "state.saved", version: 4, exchangesPruned: 1 });
  });

  it("forgets the exchange of a run whose answer is replaced", async () => {
    const { stored, runIds } = await remember(exchange("1", "a"), exchange("2", "b"));
    const { task } = testTask({ own: { stored }, who: { replacedRunId: runIds[1] ?? "" } });
    const { exchanges } = await recallExchanges(task);
    expect(exchanges.map(({ runId }) => runId)).toEqual([runIds[0]]);
  });

  it("contains no call without its result, and no secret", async () => {
    const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    const { stored } = await remember([
      { role: "user", content: `my key is ${secret}` },
      call("lost", "{}"),
      { role: "assistant", content: "Well." },
    ]);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain("lost");
  });

  it("compresses a long result and restores it in full", async () => {
    const long = "0123456789".repeat(2_000);
    const { stored } = await remember([
      ...exchange("long", long).slice(0, 3),
      { role: "assistant", content: "There." },
    ]);
    expect(JSON.stringify(stored).length).toBeLessThan(long.length / 2);
    const { task } = testTask({ own: { stored } });
    const [recalled] = (await recallExchanges(task)).exchanges;
    expect(recalled?.messages[2]).toMatchObject({ role: "tool", content: long });
  });

  it("is quarantined if it is broken, and rebuilt from the visible turns", async () => {
    const visibleTurns = async () => [{ runId: "r", question: "2 + 2?", answer: "4." }];
    const { task, events } = testTask({
      own: { stored: { version: 7, state: "broken" } },
      memory: { visibleTurns },
    });
    const recalled = await recallExchanges(task);
    expect(recalled).toMatchObject({
      version: 7,
      quarantined: { agentId: "general", version: 7 },
      exchanges: [
        {
          messages: [
            { role: "user", content: "2 + 2?" },
            { role: "assistant", content: "4." },
          ],
        },
      ],
    });
    expect(events.at(-1)).toMatchObject({ type: "state.loaded", finding: expect.any(String) });
  });
});
