/**
 * A scripted model of 8B: it knows no schema, plans in single quotes for "General", and writes its calls as text behind prose. It
 * completes the example conversations with one planning call a turn.
 */
import { describe, expect, it } from "vitest";
import { DATA_OPENING } from "../../contracts/model/marked-data.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { type ChatBody, say } from "../testing/scripted-provider.ts";
import type { TakenTurn } from "../testing/take-turns.ts";
import { decide } from "../testing/talk-of-people.ts";
import { openProvider } from "../testing/with-provider.ts";

process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();

/** The person's words. */
function wordsOf({ messages }: ChatBody): string {
  const said = messages.filter(
    ({ role, content }) => role === "user" && !String(content).startsWith(DATA_OPENING),
  );
  return String(said.at(-1)?.content ?? "");
}

const isAboutPeople = (words: string) => /users|delete/.test(words);

function plan(body: ChatBody): string {
  const agent = isAboutPeople(wordsOf(body)) ? "Users" : "General";
  return `Sure! Here is my plan:\n{'reason': 'It fits.', 'steps': {'agent': '${agent}', 'objective': 'Do it.',},}`;
}

const call = (prose: string, name: string, given: string) =>
  `${prose}\n\n<tool_call>\n{'name': '${name}', 'arguments': ${given}}\n</tool_call><|im_end|>`;

const FIB = "a, b = 0, 1\\nfor _ in range(N):\\n    a, b = b, a + b\\nprint(a)";

/** The id of a person in the results so far. */
function idOf(body: ChatBody, index: number): string {
  const results = body.messages.filter(({ role }) => role === "tool");
  const ids = results.flatMap(
    ({ content }) => String(content).match(/"id":\s*"[0-9a-f-]{36}"/g) ?? [],
  );
  return ids[index]?.slice(-37, -1) ?? "";
}

function answer(body: ChatBody): string {
  const last = body.messages.at(-1);
  if (last?.role === "tool") return `The result is: ${String(last.content).slice(0, 600)}`;
  const words = wordsOf(body);
  const count = /\d+/.exec(words)?.[0];
  if (count)
    return call(
      "I'll calculate that.",
      "python_interpreter",
      `{'code': '${FIB.replace("N", count)}'}`,
    );
  if (/weather/.test(words))
    return call("I look it up.", "functions.web_search", "{'query': 'weather in Paris'}");
  if (/delete/.test(words))
    return call(
      "I delete it.",
      "delete_person",
      `{'id': '${idOf(body, /first/.test(words) ? 0 : 1)}'}`,
    );
  return call("I list them.", "list_people", "{}");
}

async function converse(...messages: string[]) {
  const { talk } = await openProvider({
    plan,
    answerTo: (body) => say(...(answer(body).match(/[\s\S]{1,5}/g) ?? [])),
  });
  const turns: TakenTurn[] = [];
  for (const message of messages) turns.push(await talk.say(message));
  return { talk, turns };
}

function expectWell(turns: readonly TakenTurn[]) {
  for (const turn of turns) {
    const coordinator = turn.of("hop.started").find(({ kind }) => kind === "coordinator")?.hopRef;
    const planning = turn.of("model.called").filter(({ hopRef }) => hopRef === coordinator);
    expect(planning.length).toBeLessThanOrEqual(1);
    expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model", attempts: 1 } }]);
    expect(turn.of("run.noted").map(({ code }) => code)).toContain("plan-repaired");
    expect(turn.of("tool.called")).toHaveLength(1);
    expect(turn.answer).not.toMatch(/tool_call|arguments|im_end|'name'/);
    expect(turn.result.ending).toBe("complete");
  }
}

describe("a model of 8B completes the example conversations", () => {
  it("fibonacci twice", async () => {
    const { turns } = await converse("calculate fibonacci(10)", "now the same for 20");
    expectWell(turns);
    expect(turns.map(({ answer }) => answer)).toEqual([
      expect.stringMatching(/^I'll calculate that\.\s+The result is: [\s\S]*55/),
      expect.stringContaining("6765"),
    ]);
  });

  it("list users, then delete the first, which asks the person first", async () => {
    const { talk, turns } = await converse("list users", "delete the first one");
    expectWell(turns.slice(0, 1));
    const [first] = seedPeople();
    expect(turns[1]?.answer).toContain(first?.name);
    expect(turns[1]?.of("approval.requested")).toHaveLength(1);
    const decided = await decide(talk);
    expect(decided.answer).toContain('"deleted"');
  });

  it("users, then weather, then users", async () => {
    const { turns } = await converse(
      "list users",
      "What's the weather in Paris?",
      "and delete the second one",
    );
    expectWell(turns.slice(0, 2));
    expect(turns.flatMap((turn) => turn.of("route.chosen").map(({ agentId }) => agentId))).toEqual([
      "users",
      "general",
      "users",
    ]);
    expect(turns[1]?.of("tool.called")[0]?.tool).toMatch(/^web_search@/);
    expect(turns[2]?.of("approval.requested")).toHaveLength(1);
  });
});
