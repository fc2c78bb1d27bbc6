/** Rows that were blank for a while, so that what was said meanwhile got a number of theirs, are found when they are put back. */
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { kysely } from "../../client.ts";
import { giveFeedback } from "../../conversations/give-feedback.ts";
import { shareConversation } from "../../shares/share-conversation.ts";
import { endRun, seal } from "../../testing/trail-fixtures.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { findRepeatedNumbers } from "./numbered-rows.ts";

provideTestDatabase();

let person: Actor;
let talk: { runId: string; conversationId: string; answerMessageId: string };

beforeEach(async () => {
  const { conversationId, ...ended } = await endRun();
  ({ person } = ended);
  const { answer_message_id: answerMessageId } = await kysely()
    .selectFrom("run")
    .select("answer_message_id")
    .where("id", "=", ended.runId)
    .executeTakeFirstOrThrow();
  talk = { runId: ended.runId, conversationId, answerMessageId };
});

const give = (verdict: "up" | "down") =>
  giveFeedback(person, {
    answerMessageId: talk.answerMessageId,
    feedback: { verdict, words: "" },
  });
const share = () =>
  shareConversation(person, { conversationId: talk.conversationId, isNamed: false });

it("is not suspected: what is said again, in one pass and in several", async () => {
  for (const verdict of ["up", "down", "up"] as const) await give(verdict);
  await share();
  await seal();
  for (const verdict of ["down", "up"] as const) {
    await give(verdict);
    await share();
    await seal();
  }
  expect(await findRepeatedNumbers()).toEqual([]);
});

it("is not suspected: rows of one pass that clocks put in another order", async () => {
  await give("up");
  await sql`UPDATE audit_event SET detail = jsonb_set(detail, '{nth}', '9') WHERE action = 'feedback.given' AND place IS NULL`.execute(
    kysely(),
  );
  await give("down");
  await sql`UPDATE audit_event SET detail = jsonb_set(detail, '{nth}', '3')
    WHERE action = 'feedback.given' AND place IS NULL AND detail->>'nth' = '10'`.execute(kysely());
  // As signed rows of these numbers would stand there.
  const size = await sql<{ size: number }>`SELECT max(size)::int AS size FROM audit_checkpoint`
    .execute(kysely())
    .then(({ rows }) => rows[0]?.size ?? 0);
  await sql`UPDATE audit_event SET place = ${size} + CASE detail->>'nth' WHEN '9' THEN 0 ELSE 1 END
    WHERE action = 'feedback.given' AND place IS NULL`.execute(kysely());
  expect(await findRepeatedNumbers()).toEqual([]);
  await sql`DELETE FROM audit_event WHERE place >= ${size}`.execute(kysely());
});

it.each(["feedback", "share"])("finds rows that were put back: of %s", async (of) => {
  const say = of === "share" ? share : () => give("up");
  await say();
  await (of === "share" ? share() : give("down"));
  await seal();
  const target = of === "share" ? `conversation:${talk.conversationId}` : `run:${talk.runId}`;
  const { rows } = await sql<{ id: string; detail: object }>`
    SELECT id, detail FROM audit_event WHERE target = ${target} AND detail ? 'nth'`.execute(
    kysely(),
  );
  expect(rows).toHaveLength(2);
  const put = async (id: string, detail: object) =>
    sql`UPDATE audit_event SET detail = ${JSON.stringify(detail)}::jsonb WHERE id = ${id}::uuid`.execute(
      kysely(),
    );
  for (const { id } of rows) await put(id, {});
  await say();
  await seal();
  expect(await findRepeatedNumbers()).toEqual([]);
  for (const { id, detail } of rows) await put(id, detail);
  expect(await findRepeatedNumbers()).toMatchObject([{ fault: "number-repeated" }]);
  for (const { id } of rows) await put(id, {});
});
