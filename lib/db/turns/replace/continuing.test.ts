/** Which answers can be continued, and what the new version takes over. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import type { MessageEnd } from "../../../contracts/public/message-end.ts";
import { settings } from "../../../env/settings.ts";
import { db } from "../../client.ts";
import { getConversation } from "../../conversations/get-conversation.ts";
import { findOrphanedRuns, interruptOrphanedRuns } from "../../runs/lease/sweep-expired-runs.ts";
import {
  createPerson,
  newTurn,
  provideTestDatabase,
  replacing,
} from "../../testing/turn-fixtures.ts";
import { createTurn } from "../create-turn.ts";
import type { CreatedTurn } from "../created-turn.ts";
import { createContinuing, createRetry } from "./replace-answer.ts";

provideTestDatabase();

let actor: Actor;
beforeAll(async () => {
  actor = await createPerson();
});

async function answered(
  end: { ending: MessageEnd; reason?: string; content?: string },
  conversationId: string | null = null,
): Promise<CreatedTurn> {
  const begun = await createTurn(actor, newTurn({ conversationId }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId, answerMessageId } = begun.turn;
  const { ending, reason = null, content = "So far" } = end;
  await db().run.update({ where: { id: runId }, data: { status: ending, reason } });
  await db().message.update({
    where: { id: answerMessageId },
    data: { content, ending, reason },
  });
  return begun.turn;
}

const continuing = (answerMessageId: string, by = actor, leaseMs = 15_000) =>
  createContinuing(by, replacing(answerMessageId, leaseMs));

describe("createContinuing", () => {
  it.each([
    [{ ending: "complete", reason: "answer-truncated" }, true],
    [{ ending: "complete", reason: "answer-incomplete" }, true],
    [{ ending: "stopped" }, true],
    [{ ending: "interrupted", reason: "interrupted" }, true],
    [{ ending: "failed", reason: "model-cut-off" }, true],
    [{ ending: "complete" }, false],
    [{ ending: "complete", reason: "answer-declined" }, false],
    [{ ending: "complete", reason: "answer-filtered" }, false],
    [{ ending: "stopped", content: "" }, false],
    [{ ending: "empty", content: "" }, false],
  ] as const)("takes %o: %s, and the conversation says the same", async (end, mayGoOn) => {
    const turn = await answered(end);
    const { messages } = await getConversation(actor, turn.conversationId);
    expect(messages.at(-1)?.canContinue).toBe(mayGoOn);
    const created = await continuing(turn.answerMessageId);
    if (mayGoOn) expect(created).toMatchObject({ ok: true, replacedRunId: turn.runId });
    else expect(created).toEqual({ ok: false, reason: "not-continuable" });
  });

  it("takes none where no model may see what was said before", async () => {
    settings().MEMORY_POLICY = "context-state";
    onTestFinished(() => {
      settings().MEMORY_POLICY = "declared";
    });
    const { answerMessageId } = await answered({ ending: "stopped" });
    expect(await continuing(answerMessageId)).toEqual({ ok: false, reason: "not-continuable" });
    expect(await createRetry(actor, replacing(answerMessageId))).toMatchObject({ ok: true });
  });

  it("begins with the text, and takes over sources and files", async () => {
    const turn = await answered({ ending: "complete", reason: "answer-truncated" });
    const source = { kind: "page", number: 2, title: "Wrens", address: "https://wrens.test/" };
    const { answerMessageId: id } = turn;
    await db().message.update({ where: { id }, data: { sources: [source] } });
    const file = { id: randomUUID(), name: "brief.md", mediaType: "text/markdown", sizeBytes: 1 };
    await db().attachment.create({
      data: {
        ...file,
        ownerId: actor.userId,
        conversationId: turn.conversationId,
        messageId: id,
        sha256: "",
        data: Buffer.from("x"),
      },
    });
    const created = await continuing(id);
    if (!created.ok) throw new Error(created.reason);
    expect(created.turn.continued).toEqual({
      fromRunId: turn.runId,
      agentId: "general",
      text: "So far",
      sources: [source],
      results: [],
    });
    const { messages } = await getConversation(actor, turn.conversationId);
    expect(messages).toHaveLength(2);
    expect(messages.at(-1)).toMatchObject({
      id: created.turn.answerMessageId,
      content: "So far",
      liveRunId: created.turn.runId,
      attachments: [file],
      canContinue: false,
    });
  });

  it("refuses another person's answer, an older one, and one that is being continued", async () => {
    const turn = await answered({ ending: "stopped" });
    const { answerMessageId: id, conversationId } = turn;
    expect(await continuing(id, await createPerson())).toMatchObject({ reason: "not-continuable" });
    expect(await continuing(id)).toMatchObject({ ok: true });
    expect(await continuing(id)).toMatchObject({ reason: "not-continuable" });
    await db().run.updateMany({ where: { conversationId }, data: { status: "stopped" } });
    await db().message.updateMany({
      where: { conversationId, role: "assistant" },
      data: { ending: "stopped" },
    });
    const older = await db().message.findFirstOrThrow({
      where: { conversationId, role: "assistant", supersededAt: null },
    });
    await answered({ ending: "complete" }, conversationId);
    expect(await continuing(older.id)).toMatchObject({ reason: "not-continuable" });
  });

  it("loses no text where the process dies before anything is logged", async () => {
    const turn = await answered({ ending: "stopped", content: "Half of it" });
    const created = await continuing(turn.answerMessageId, actor, 0);
    if (!created.ok) throw new Error(created.reason);
    await interruptOrphanedRuns((await findOrphanedRuns()).map(({ id }) => id));
    const { messages } = await getConversation(actor, turn.conversationId);
    expect(messages.at(-1)).toMatchObject({ content: "Half of it", ending: "interrupted" });
  });
});
