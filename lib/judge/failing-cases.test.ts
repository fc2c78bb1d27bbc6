/** Cases about which the model judge gets no answer: they keep it neither from other cases, nor busy with them for ever. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ObedientModel,
  startObedientModel,
} from "../../e2e/fixtures/obedient-model/start-obedient-model.ts";
import { db } from "../db/client.ts";
import { writeJudge } from "../db/review/model-judge/judge-versions.ts";
import { contest, type EndedTurn, endedTurn } from "../db/review/testing/contested-turn.ts";
import { createPerson, provideTestDatabase } from "../db/testing/turn-fixtures.ts";
import { judgeCases } from "./judge-cases.ts";
import { JUDGE_FAILURES_MAX } from "./limits.ts";

/** The first word of an answer says how the call about it fails. */
const WAY = /zqfails ([\w-]+)/;

vi.mock("../prompt/prompt-model.ts", async (original) => {
  const real = await original<typeof import("../prompt/prompt-model.ts")>();
  const promptModel: typeof real.promptModel = async (prompt, signal, options) => {
    const [, way] = WAY.exec(JSON.stringify(prompt.messages)) ?? [];
    asked.push(way ?? "answered");
    if (way === "throws") throw new Error("zqthrown");
    if (way === undefined) return real.promptModel(prompt, signal, options);
    const ended = await real.promptModel(prompt, AbortSignal.abort(), options);
    return way === "times-out" ? ended : ({ ...ended, reason: way } as typeof ended);
  };
  return { ...real, promptModel };
});
vi.mock("../prompt/assemble-prompt.ts", async (original) => {
  const real = await original<typeof import("../prompt/assemble-prompt.ts")>();
  const assemblePrompt: typeof real.assemblePrompt = (input) => {
    const refused = input.segments.find(({ messages }) =>
      JSON.stringify(messages).includes("zqfails assembler"),
    );
    return refused
      ? { ok: false, reason: "not-allowed", segment: refused.entry }
      : real.assemblePrompt(input);
  };
  return { ...real, assemblePrompt };
});

provideTestDatabase();

const asked: string[] = [];
let model: ObedientModel;
beforeAll(async () => {
  model = await startObedientModel();
  process.env.OPENAI_BASE_URL = model.url;
  process.env.LOG_LEVEL = process.env.TEST_LOG ?? "silent";
  process.env.MODEL_MAX_ATTEMPTS = "1";
});
afterAll(() => model.close());
beforeEach(async () => {
  await db().reviewCase.deleteMany();
  await db().reviewJudge.deleteMany();
  await writeJudge(await createPerson("admin"), { prompt: "zqprompt", model: null });
  asked.length = 0;
});

async function newCase(content: string): Promise<EndedTurn> {
  const turn = await endedTurn();
  await db().message.update({ where: { id: turn.answerMessageId }, data: { content } });
  await contest(turn);
  return turn;
}
const newCases = async (ways: readonly string[]) => {
  const turns: EndedTurn[] = [];
  for (const way of ways) turns.push(await newCase(way && `zqfails ${way}`));
  return turns;
};
const outcomesOf = (turns: readonly EndedTurn[]) =>
  Promise.all(
    turns.map(
      async ({ runId }) =>
        (await db().reviewScore.findFirst({ where: { runId } }))?.outcome ?? null,
    ),
  );

const OF_THE_CASE = ["times-out", "model-too-slow", "model-cut-off", "model-refused", "assembler"];
const OF_THE_SERVER = ["model-unavailable", "model-busy", "throws"];

describe("a case that fails alone", () => {
  it.each(OF_THE_CASE)(
    "gets no score, is asked about once, and keeps no other: %s",
    async (way) => {
      const turns = await newCases([way, "", way, ""]);
      await judgeCases();
      expect(await outcomesOf(turns)).toEqual(["failed", "scored", "failed", "scored"]);
      asked.length = 0;
      await judgeCases();
      expect(asked).toEqual([]);
    },
  );

  it.each(OF_THE_SERVER)(
    "is read later where that is the server's, and keeps no other: %s",
    async (way) => {
      const turns = await newCases([way, "", way, ""]);
      await judgeCases();
      expect(await outcomesOf(turns)).toEqual([null, "scored", null, "scored"]);
    },
  );
});

describe("a server that is away", () => {
  it.each([...OF_THE_SERVER, "times-out", "model-too-slow", "model-cut-off"])(
    "ends the pass: %s",
    async (way) => {
      const turns = await newCases([way, way, way, ""]);
      await judgeCases();
      expect(asked).toHaveLength(JUDGE_FAILURES_MAX);
      expect((await outcomesOf(turns)).slice(JUDGE_FAILURES_MAX)).toEqual([null, null]);
    },
  );
});

it("comes to every case, however many fail before it", async () => {
  const turns = await newCases(["times-out", "model-too-slow", "model-cut-off", "assembler", ""]);
  for (let pass = 0; pass < turns.length; pass += 1) await judgeCases();
  expect(await outcomesOf(turns)).toEqual(["failed", "failed", "failed", "failed", "scored"]);
  expect(asked).toHaveLength(5);
});
