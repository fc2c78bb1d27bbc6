/** A reason for one run opens the context state that it had and left, and nothing that a later run made of it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { db } from "../../db/client.ts";
import { openPayloads } from "../../db/inspector/opening/payload-openings.ts";
import { recordContext } from "../../db/inspector/testing/record-context.ts";
import { recordRun } from "../../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { checkContextChain } from "./check-context-chain.ts";
import { inspectSteps } from "./inspect-steps.ts";
import { inspectTimelines } from "./inspect-timelines.ts";

provideTestDatabase();

const REASON = "A complaint about this answer";
/** What the first run made, and what the second one did. */
const [FIRST, LATER] = ["lantern-first", "lantern-later"];

let first: Awaited<ReturnType<typeof recordRun>>;
let second: Awaited<ReturnType<typeof recordRun>>;

beforeAll(async () => {
  process.env.PAYLOAD_REASON = "required";
  const person = await createPerson();
  first = await recordRun(person);
  second = await recordRun(person, { conversationId: first.conversationId });
  await recordContext(first, [
    { answers: { one: FIRST } },
    { answers: { two: FIRST } },
    { answers: { three: LATER } },
  ]);
  await db().contextDelta.updateMany({
    where: { conversationId: first.conversationId, ordinal: 3 },
    data: { runId: second.runId, messageId: second.answerMessageId },
  });
});

async function readAll(actor: Actor, runId: string): Promise<string> {
  const { conversationId } = first;
  return JSON.stringify([
    await inspectSteps(actor, conversationId, "concierge", 1, runId),
    await inspectTimelines(actor, conversationId, runId),
    await checkContextChain(actor, conversationId, "concierge", runId),
  ]);
}

describe("context state", () => {
  it("is masked as a whole without a reason for one of its runs", async () => {
    const read = await readAll(await createPerson("admin"), second.runId);
    expect(read).not.toContain(FIRST);
    expect(read).not.toContain(LATER);
  });

  it("opens with a reason for an earlier run up to what that run made", async () => {
    const admin = await createPerson("admin");
    await openPayloads(admin, first.runId, REASON);
    for (const { runId } of [first, second]) {
      const read = await readAll(admin, runId);
      expect(read).toContain(FIRST);
      expect(read).not.toContain(LATER);
      expect(read).not.toContain("/answers/three");
    }
  });

  it("opens with a reason for a later run with what that run had before", async () => {
    const admin = await createPerson("admin");
    await openPayloads(admin, second.runId, REASON);
    const read = await readAll(admin, second.runId);
    expect(read).toContain(FIRST);
    expect(read).toContain(LATER);
  });
});
