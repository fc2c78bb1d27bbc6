/** A new version of a message that is refused, or that arrives twice, stores no copy of the files that it keeps. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor.ts";
import { db } from "@/lib/db/client.ts";
import { beginTurn, createPerson, upload } from "@/lib/db/testing/turn-fixtures.ts";
import { settings } from "@/lib/env/settings.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { provideUms } from "@/lib/ums/testing/provide-ums.ts";
import { editTurn } from "./send-turn.ts";

provideUms();

let usual: Record<string, unknown>;
beforeAll(() => {
  usual = { ...settings() };
});
afterEach(async () => {
  for (const name of Object.keys(settings()))
    if (!(name in usual)) Reflect.deleteProperty(settings(), name);
  Object.assign(settings(), usual);
  await Promise.all([...runRegistry().runs.values()].map(({ done }) => done));
});

/** A message with a file, and an edit of it that keeps the file. */
async function sendFile(actor: Actor) {
  const file = { name: "a.txt", mediaType: "text/plain", data: Buffer.from("Ada, Bob") };
  const { id } = await upload(actor, file);
  const turn = await beginTurn(actor, { attachmentIds: [id] });
  const { conversationId, userMessageId: messageId, runId } = turn;
  const words = { text: "And now?", pasted: [], attachmentIds: [id] };
  const edit = { conversationId, messageId, clientMessageId: randomUUID(), ...words };
  const end = () => db().run.update({ where: { id: runId }, data: { status: "complete" } });
  return { edit, end };
}

const filesOf = ({ userId }: Actor) => db().attachment.findMany({ where: { ownerId: userId } });

describe("an edit that is refused", () => {
  it.each([
    ["run-active", {}, false],
    ["too-many-runs", { MAX_RUNS_AT_ONCE: 0 }, true],
    ["too-many-sends", { MAX_SENDS_PER_MINUTE: 1 }, true],
    ["budget-spent-today", { BUDGET_PERSON_DAY: 0 }, true],
    ["budget-spent-this-month", { BUDGET_PERSON_MONTH: 0 }, true],
  ])("stores nothing: %s, %o", async (reason, limits, hasEnded) => {
    const actor = await createPerson();
    const { edit, end } = await sendFile(actor);
    if (hasEnded) await end();
    Object.assign(settings(), limits);
    for (const clientMessageId of [edit.clientMessageId, randomUUID()])
      expect(await editTurn(actor, { ...edit, clientMessageId })).toMatchObject({ reason });
    expect(await filesOf(actor)).toHaveLength(1);
  });

  it("stores nothing: a message that is shown no more, or is in another conversation", async () => {
    const actor = await createPerson();
    const { edit, end } = await sendFile(actor);
    await end();
    for (const wrong of [{ conversationId: randomUUID() }, { messageId: randomUUID() }])
      expect(await editTurn(actor, { ...edit, ...wrong })).toMatchObject({ reason: "not-found" });
    const { messageId: id } = edit;
    await db().message.update({ where: { id }, data: { supersededAt: new Date(0) } });
    expect(await editTurn(actor, edit)).toMatchObject({ reason: "not-found" });
    expect(await filesOf(actor)).toHaveLength(1);
  });
});

describe("an edit that arrives more than once", () => {
  it("stores one copy, which its message has, also of two at the same time", async () => {
    const actor = await createPerson();
    const { edit, end } = await sendFile(actor);
    await end();
    const [one, other] = await Promise.all([editTurn(actor, edit), editTurn(actor, edit)]);
    if (!one.ok) throw new Error(one.reason);
    expect(other).toMatchObject({ ok: true, userMessageId: one.userMessageId });
    await runRegistry().runs.get(one.runId)?.done;
    expect(await editTurn(actor, edit)).toMatchObject({ userMessageId: one.userMessageId });
    const { conversationId } = edit;
    const has = (messageId: string) => ({ conversationId, messageId });
    expect((await filesOf(actor)).map((file) => has(file.messageId ?? ""))).toEqual([
      has(edit.messageId),
      has(one.userMessageId),
    ]);
  });
});
