/** Which cases the model judge reads, and what of their conversations. */
import { beforeEach, describe, expect, it } from "vitest";
import { db, kysely } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { forgetExchange } from "../forget/forget-exchange.ts";
import { storeVerdict } from "../judge-case.ts";
import { takeCase } from "../take-case.ts";
import { contest, type EndedTurn, endedTurn } from "../testing/contested-turn.ts";
import { settle, verdictOf } from "../testing/verdicts.ts";
import { writeJudge } from "./judge-versions.ts";
import { findJudgeWork, readJudgedMessages } from "./judge-work.ts";

provideTestDatabase();

let version: number;
beforeEach(async () => {
  await db().reviewCase.deleteMany();
  await db().reviewJudge.deleteMany();
  version = await writeJudge(await createPerson("admin"), { prompt: "zqprompt", model: null });
});

async function newCase(): Promise<EndedTurn> {
  const turn = await endedTurn();
  await contest(turn);
  return turn;
}

describe("what it reads", () => {
  it("is what was said up to the answer, and no temporary or deleted chat", async () => {
    const turn = await newCase();
    const read = await readJudgedMessages(turn.runId);
    expect(read.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(read[1]?.messageId).toBe(turn.answerMessageId);
    expect(await findJudgeWork(version, 5)).toEqual([turn.runId]);
    const where = { id: turn.conversationId };
    await db().conversation.update({ where, data: { expiresAt: new Date(8e12) } });
    expect(await findJudgeWork(version, 5)).toEqual([]);
    await db().conversation.update({ where, data: { expiresAt: null, deletedAt: new Date() } });
    expect(await findJudgeWork(version, 5)).toEqual([]);
  });

  it("is no exchange that has left memory: neither as a case, nor before another one", async () => {
    const first = await endedTurn();
    const later = () => endedTurn(first.actor, first.conversationId);
    const [wrong, last] = [await later(), await later()];
    for (const turn of [first, wrong, last]) await contest(turn);
    const read = async ({ runId }: EndedTurn) => {
      const messages = await readJudgedMessages(runId);
      const answers = messages.filter(({ role }) => role === "assistant");
      expect(messages).toHaveLength(2 * answers.length);
      return answers.map(({ messageId }) => messageId);
    };
    const answersOf = (...turns: EndedTurn[]) => turns.map((turn) => turn.answerMessageId);
    expect(await read(last)).toEqual(answersOf(first, wrong, last));
    await kysely()
      .transaction()
      .execute((transaction) => forgetExchange(transaction, wrong.runId));
    expect(await read(last)).toEqual(answersOf(first, last));
    expect(await read(wrong)).toEqual(answersOf(first, wrong));
    expect(await findJudgeWork(version, 5)).toEqual([first.runId, last.runId]);
  });

  it("is open cases first, then judged ones", async () => {
    const [judged, open] = [await newCase(), await newCase()];
    const auditor = await createPerson("auditor");
    await takeCase(auditor, judged.runId);
    await storeVerdict(auditor, judged.runId, verdictOf());
    await settle();
    expect(await findJudgeWork(version, 5)).toEqual([open.runId, judged.runId]);
  });
});
