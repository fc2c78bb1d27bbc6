/**
 * 200 numbers in whole turns: to a model server and from it, to an MCP server over stdio, to Python, and to the directory's
 * service over HTTP. At each end stands the same number, or a refusal in words, and the turn goes on.
 */
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalize } from "../../contracts/json/canonical-json.ts";
import { isDouble, parseExact } from "../../contracts/json/exact-numbers.ts";
import { twoHundredNumbers } from "../../contracts/json/testing/two-hundred-numbers.ts";
import { kysely } from "../../db/client.ts";
import { acceptTools, readToolLabels } from "../../db/policies/accept-tools.ts";
import { closeMcpServers, startMcpServers } from "../../tools/mcp/mcp-tools.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { calling, callsIn, sentIn } from "../testing/calling-answers.ts";
import { say } from "../testing/scripted-provider.ts";
import { type Played, playProvider } from "../testing/with-provider.ts";

process.env.MCP_SERVERS = JSON.stringify([
  {
    name: "n",
    label: "Numbers",
    command: process.execPath,
    args: [resolve("lib/tools/mcp/testing/number-server.mjs")],
    readOnlyTools: ["text", "structured"],
  },
]);
provideUms();
beforeAll(() => startMcpServers({ accept: acceptTools, labels: readToolLabels }, []));
afterAll(closeMcpServers);

const NUMBERS = twoHundredNumbers();
const LIST = `{"n":1,"list":[${NUMBERS.join(",")}]}`;
const IMPOSSIBLE = ["1e400", "-1e400", "1e-400"];

const calls = (name: string, given: readonly string[]) =>
  calling(
    {
      role: "assistant",
      content: null,
      tool_calls: given.map((args, index) => ({
        id: `call_${index}`,
        type: "function",
        function: { name, arguments: args },
      })),
    },
    true,
  );

/** What the model was told by tools before its last answer. */
const toldIn = ({ provider }: Played) =>
  sentIn(provider.asked().at(-1)).flatMap(({ role, content }) =>
    role === "tool" ? [String(content)] : [],
  );

const writtenIn = ({ provider }: Played) =>
  callsIn(provider.asked().at(-1)).map(
    (call) => (call.function as { arguments: string }).arguments,
  );

/** Waits until the MCP server is up: before that its tools are not offered, which the log records. */
async function playOnceOffered(name: string, given: readonly string[]): Promise<Played> {
  for (;;) {
    const played = await playProvider({ answers: [calls(name, given), say("It is done.")] });
    const missing = played.turn
      .of("run.noted")
      .filter(({ detail }) => detail.startsWith("all tools"));
    if (missing.length === 0) return played;
  }
}

/** The arguments of a run's calls as the database has them. */
async function storedArguments(runId: string): Promise<unknown[]> {
  const rows = await kysely()
    .selectFrom("log_event")
    .select("payload")
    .where("run_id", "=", runId)
    .where("type", "=", "tool.called")
    .orderBy("seq")
    .execute();
  return rows.map(({ payload }) => (payload as { arguments: unknown }).arguments);
}

describe.each(["text", "structured"])("an MCP server's tool with a result as %s", (kind) => {
  it("has each number from the model, and the model has it back", async () => {
    const played = await playOnceOffered(`mcp_n_${kind}`, [LIST]);
    expect(toldIn(played)).toEqual([expect.stringContaining(LIST)]);
    expect(writtenIn(played)).toEqual([LIST]);
    const [called] = played.turn.of("tool.called");
    expect(called?.argumentsText ?? JSON.stringify(called?.arguments)).toBe(LIST);
    const stored = await storedArguments(played.turn.runId);
    expect(stored.map(canonicalize)).toEqual([canonicalize(parseExact(LIST))]);
    expect(played.turn.answer).toBe("It is done.");
  });

  it("is not called with a number that cannot be", async () => {
    const given = IMPOSSIBLE.map((source) => `{"n":${source}}`);
    const played = await playOnceOffered(`mcp_n_${kind}`, given);
    expect(toldIn(played)).toEqual(
      IMPOSSIBLE.map((source) => expect.stringContaining(`No number can be ${source}`)),
    );
    expect(played.turn.answer).toBe("It is done.");
  });
});

describe("Python", () => {
  const run = async (code: string) => {
    const given = [JSON.stringify({ code })];
    const played = await playProvider({
      answers: [calls("python_interpreter", given), say("It is done.")],
    });
    expect(writtenIn(played)).toEqual(given);
    return toldIn(played)
      .join("\n")
      .split("\n")
      .filter((line) => line !== "");
  };

  it("has each number of its code, and prints it", async () => {
    const all = [...NUMBERS, ...IMPOSSIBLE];
    expect(await run(`for n in """${all.join(" ")}""".split(): print(n)`)).toEqual(
      expect.arrayContaining(all),
    );
  });

  it("calculates with all of their digits", async () => {
    const whole = NUMBERS.filter((source) => /^-?\d+$/.test(source) && source !== "-0");
    const printed = await run(
      `import json\nfor n in json.loads("[${whole.join(",")}]"): print(n + 1)`,
    );
    expect(printed).toEqual(
      expect.arrayContaining(whole.map((source) => `${BigInt(source) + 1n}`)),
    );
    const decimals = await run(
      `from decimal import Decimal\nfor n in "${NUMBERS.join(" ")}".split(): print(Decimal(n))`,
    );
    const values = new Set(decimals.filter((line) => /^-?\d/.test(line)).map(canonicalOf));
    for (const source of NUMBERS)
      expect([source, values.has(canonicalOf(source))]).toEqual([source, true]);
  });

  it("refuses a number in place of its code in words", async () => {
    const sources = [...NUMBERS.slice(0, 30), ...IMPOSSIBLE];
    const given = sources.map((source) => `{"code":${source}}`);
    const played = await playProvider({
      answers: [calls("python_interpreter", given), say("It is done.")],
    });
    const told = toldIn(played);
    expect(told).toHaveLength(sources.length);
    for (const [index, source] of sources.entries()) {
      const words = IMPOSSIBLE.includes(source)
        ? "No number can be"
        : isDouble(source)
          ? /do not fit|^This call /
          : "cannot hold the number";
      expect(told[index]).toMatch(words);
    }
  });
});

const canonicalOf = (source: string) => canonicalize(parseExact(source.replace("E", "e")));

describe("a model server's answer", () => {
  it("reaches the person with each number, wherever the stream cuts it", async () => {
    const text = NUMBERS.join(" ");
    const pieces = text.match(/.{1,7}/gs) ?? [];
    const { turn } = await playProvider({ answers: [say(...pieces)] });
    expect(turn.answer).toBe(text);
  });
});

describe("the directory's service", () => {
  it("has each number of the message, and answers with it", async () => {
    const text = NUMBERS.join(" ");
    const plan = JSON.stringify({
      reason: "Because.",
      steps: [{ agent: "users", objective: "Look it up.", needs: [], tools: [] }],
    });
    const { turn, provider } = await playProvider(
      { plan: () => plan, answers: [say(...(text.match(/.{1,9}/gs) ?? []))] },
      `Which of these is a person? ${text}`,
    );
    expect(JSON.stringify(sentIn(provider.asked().at(-1)).at(-1)?.content)).toContain(text);
    expect(turn.answer).toContain(text);
  });
});
