/** Acting for the person of a remembered session, on a real database. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { db } from "../../db/client.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import { AppError } from "../../errors/app-error.ts";
import { actAsPerson } from "./act-as-person.ts";
import { findPerson, recallPerson } from "./find-person.ts";

provideTestDatabase();

let actor: Actor;
let token: string;
/** The session check of each attempt. */
let asked: (string | null)[];

beforeEach(async () => {
  actor = await createPerson();
  token = await newSession(actor);
  asked = [];
});

async function newSession({ userId }: Actor): Promise<string> {
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  await db().session.create({ data: { id: randomUUID(), token, userId, expiresAt } });
  return token;
}

const send = (overrides = {}) =>
  actAsPerson(token, (who, session) => {
    asked.push(session);
    return createTurn(who, newTurn({ ...overrides, session }));
  });

const messages = () => db().message.count({ where: { authorId: actor.userId } });

describe("actAsPerson", () => {
  it("looks the session up the first time, and lets the turn check it afterwards", async () => {
    expect(await send()).toMatchObject({ ok: true, turn: { userId: actor.userId } });
    expect(await send()).toMatchObject({ ok: true, turn: { userId: actor.userId } });
    expect(asked).toEqual([null, token]);
    expect(await messages()).toBe(2);
  });

  it.each([
    ["is over", () => db().session.update({ where: { token }, data: { expiresAt: new Date(0) } })],
    ["is gone", () => db().session.delete({ where: { token } })],
    [
      "is a banned person's",
      () => db().user.update({ where: { id: actor.userId }, data: { banned: true } }),
    ],
  ])("does nothing for a session that %s by now, and lets nobody read on", async (_, end) => {
    await findPerson(token);
    await end();
    expect(await send()).toBeNull();
    expect(asked).toEqual([token]);
    expect(await messages()).toBe(0);
    expect(recallPerson(token)).toBeUndefined();
  });

  it("acts for the current person if the role or the person has changed", async () => {
    await findPerson(token);
    await db().user.update({ where: { id: actor.userId }, data: { role: "auditor" } });
    const other = await createPerson();
    const roles: string[] = [];
    const act = () =>
      actAsPerson(token, (who, session) => {
        roles.push(`${who.role} ${who.userId}`);
        return createTurn(who, newTurn({ session }));
      });
    expect(await act()).toMatchObject({ ok: true, turn: { userId: actor.userId } });
    await db().session.update({ where: { token }, data: { userId: other.userId } });
    expect(await act()).toMatchObject({ ok: true, turn: { userId: other.userId } });
    expect(roles).toEqual([
      `user ${actor.userId}`,
      `auditor ${actor.userId}`,
      `auditor ${actor.userId}`,
      `user ${other.userId}`,
    ]);
  });

  it("returns other refusals of a turn unchanged", async () => {
    await findPerson(token);
    const theirs = await createTurn(await createPerson(), newTurn());
    if (!theirs.ok) throw new Error("the turn did not begin");
    const { conversationId } = theirs.turn;
    expect(await send({ conversationId })).toEqual({ ok: false, reason: "not-found" });
    expect(asked).toEqual([token]);
  });

  it("creates one message for a send that arrives twice", async () => {
    await findPerson(token);
    const clientMessageId = randomUUID();
    const first = await send({ clientMessageId });
    expect(first).toMatchObject({ ok: true, repeated: false });
    const conversationId = first?.ok ? first.turn.conversationId : null;
    expect(await send({ clientMessageId, conversationId })).toMatchObject({ repeated: true });
    expect(await messages()).toBe(1);
  });

  it("does not extend the remembered lookup for an act that failed before its check", async () => {
    await findPerson(token);
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    expect(recallPerson(token)).toBeUndefined();
    await actAsPerson(token, async () => ({ ok: false }));
    expect(recallPerson(token)).toBeUndefined();
    await send();
    expect(recallPerson(token)).toMatchObject({ actor });
    clock.mockRestore();
  });

  it("rethrows other errors, and returns null without a token", async () => {
    await findPerson(token);
    const fail = () => Promise.reject(new AppError("internal"));
    await expect(actAsPerson(token, fail)).rejects.toMatchObject({ code: "internal" });
    expect(await actAsPerson(null, fail)).toBeNull();
    expect(await actAsPerson("nobody's", fail)).toBeNull();
  });
});
