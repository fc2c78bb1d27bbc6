/** An account that its person deleted: shut at once, kept if they want, erased when its days are over. */
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { findPerson } from "../../auth/session/find-person.ts";
import { findEditedAccounts } from "../audit/covered/find-edited-accounts.ts";
import { openFindings } from "../audit/found/trail-findings.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { db, kysely } from "../client.ts";
import { passDaysOf } from "../testing/let-time-pass.ts";
import { checkTrail, seal } from "../testing/trail-fixtures.ts";
import { createPerson, newTurn, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import {
  eraseDueAccounts,
  findLeavingPerson,
  isLeaving,
  keepAccount,
  leaveAccount,
  listLeaving,
} from "./leave-account.ts";

provideTestDatabase();

async function newSession({ userId }: Actor): Promise<string> {
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  await db().session.create({ data: { id: randomUUID(), token, userId, expiresAt } });
  return token;
}

const actionsOf = async ({ userId }: Actor) => {
  const rows = await db().auditEvent.findMany({
    where: { target: `user:${userId}` },
    orderBy: { at: "asc" },
  });
  return rows.map(({ action, actorId }) => [action, actorId === userId]);
};

const daysPass = ({ userId }: Actor) => passDaysOf(userId);

/** As whoever owns the database can, without a key. */
const setDue = async ({ userId: id }: Actor) => {
  const data = { eraseAt: new Date(Date.now() - 1_000) };
  await db().user.update({ where: { id }, data });
};
const isThere = async ({ userId: id }: Actor) => (await db().user.count({ where: { id } })) === 1;
const findings = async () =>
  (await openFindings()).map(({ fault, name }) => `${fault} ${name ?? ""}`);

describe("an account that its person deleted", () => {
  it("ends every session, stops what runs, and takes no turn", async () => {
    const person = await createPerson();
    const [one, other] = [await newSession(person), await newSession(person)];
    const begun = await createTurn(person, newTurn());
    if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
    const left = await leaveAccount(person);
    expect(left).toMatchObject({ ok: true });
    expect(left.ok && left.endedTokens.toSorted()).toEqual([one, other].toSorted());
    expect(await findPerson(one)).toBeNull();
    const run = await db().run.findUniqueOrThrow({ where: { id: begun.turn.runId } });
    expect(run.stopRequestedAt).not.toBeNull();
    const session = await newSession(person);
    expect(await findPerson(session)).toBeNull();
    await expect(createTurn(person, newTurn({ session }))).rejects.toMatchObject({
      code: "signed-out",
    });
    expect(await leaveAccount(person)).toEqual({ ok: false, reason: "gone" });
    expect(await eraseDueAccounts()).toBe(0);
  });

  it("is kept by who signs in, and by nobody else", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    await leaveAccount(person);
    expect(await isLeaving(person.userId)).toBe(true);
    const [session, foreign] = [await newSession(person), await newSession(other)];
    expect(await findLeavingPerson(foreign)).toBeNull();
    expect(await keepAccount(foreign)).toBe(false);
    expect(await keepAccount("no session")).toBe(false);
    expect(await findLeavingPerson(session)).toMatchObject({ userId: person.userId });
    expect(await keepAccount(session)).toBe(true);
    expect(await findPerson(session)).toMatchObject({ actor: { userId: person.userId } });
    expect(await keepAccount(session)).toBe(false);
    await leaveAccount(other);
    await daysPass(other);
    expect(await eraseDueAccounts()).toBe(1);
    expect(await isLeaving(person.userId)).toBe(false);
    expect(await actionsOf(person)).toEqual([
      ["account.erasure-asked", true],
      ["account.erasure-withdrawn", true],
    ]);
  });

  it("is erased on the one path when its days are over, and the trail verifies", async () => {
    const person = await createPerson();
    await leaveAccount(person);
    await daysPass(person);
    expect(await eraseDueAccounts()).toBe(1);
    expect(await eraseDueAccounts()).toBe(0);
    expect(await db().user.count({ where: { id: person.userId } })).toBe(0);
    const [, tombstone] = await db().auditEvent.findMany({
      where: { target: `user:${person.userId}` },
      orderBy: { at: "asc" },
    });
    expect(tombstone).toMatchObject({
      action: "person.erased",
      actorId: person.userId,
      detail: { rule: "person" },
    });
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("is not erased where nobody of ours asked for it last, which is found", async () => {
    const [never, sooner, kept, forged] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    await leaveAccount(sooner);
    await leaveAccount(kept);
    await keepAccount(await newSession(kept));
    const eraseAt = new Date(Date.now() - 1_000).toISOString();
    const by = { actorId: forged.userId, subjectId: forged.userId, outcome: "allowed" };
    const action = "account.erasure-asked";
    const detail = { days: 7, eraseAt, nth: 1 };
    await db().auditEvent.create({
      data: { id: randomUUID(), ...by, action, target: `user:${forged.userId}`, detail },
    });
    const { userId: id } = forged;
    await db().user.update({ where: { id }, data: { eraseAt } });
    for (const person of [never, sooner, kept]) await setDue(person);
    expect(await eraseDueAccounts()).toBe(0);
    for (const person of [never, sooner, kept, forged]) expect(await isThere(person)).toBe(true);
    expect(await findings()).toEqual(
      expect.arrayContaining(
        [sooner, kept, forged].map(({ userId }) => `account-edited user:${userId}`),
      ),
    );
    const edited = (await findEditedAccounts()).map(({ name }) => name);
    for (const { userId } of [never, sooner, kept]) expect(edited).toContain(`user:${userId}`);
    await db().user.updateMany({ data: { eraseAt: null } });
  });

  it("is erased by a row of an earlier version, which does not say when", async () => {
    const person = await createPerson();
    const { userId } = person;
    const by = { actorId: userId, subjectId: userId, outcome: "allowed" } as const;
    const asked = { ...by, action: "account.erasure-asked", target: `user:${userId}` } as const;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 7 * 86_400_000 });
    await recordAudit(kysely(), { ...asked, detail: { days: 7 } });
    vi.useRealTimers();
    await setDue(person);
    expect(await eraseDueAccounts()).toBe(1);
  });

  it("is not the last admin's", async () => {
    await db().user.updateMany({ where: { role: "admin" }, data: { role: "user" } });
    const [one, other] = [await createPerson("admin"), await createPerson("admin")];
    expect(await leaveAccount(one)).toMatchObject({ ok: true });
    expect(await leaveAccount(other)).toEqual({ ok: false, reason: "last-admin" });
    const waiting = (await listLeaving(other)).map(({ email }) => email);
    expect(waiting).toContain(`${one.userId}@example.org`);
    expect(waiting).not.toContain(`${other.userId}@example.org`);
    for (const role of ["user", "auditor"] as const)
      await expect(listLeaving(await createPerson(role))).rejects.toMatchObject({
        code: "forbidden",
      });
  });

  it("stays where that cannot be recorded", async () => {
    const person = await createPerson();
    const session = await newSession(person);
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    await expect(leaveAccount(person)).rejects.toThrow();
    await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT broken`;
    expect(await findPerson(session)).not.toBeNull();
    expect(await isLeaving(person.userId)).toBe(false);
  });
});
