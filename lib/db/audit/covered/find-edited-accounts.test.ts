/** Bans, deletions of accounts and owners are what the trail says; what people and operators do is not suspected. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { banAccount, unbanAccount } from "../../accounts/ban-account.ts";
import { keepAccount, leaveAccount } from "../../accounts/leave-account.ts";
import { db, kysely } from "../../client.ts";
import { erasePerson } from "../../erasure/erase.ts";
import { endRun } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { findEditedAccounts, findEditedOwners } from "./find-edited-accounts.ts";

provideTestDatabase();

let person: Actor;
let email: string;

beforeEach(async () => {
  await db().user.deleteMany();
  await db().auditEvent.deleteMany({ where: { place: null } });
  person = await createPerson();
  ({ email } = await db().user.findUniqueOrThrow({ where: { id: person.userId } }));
});

/** Edits, looks, and takes it back. */
async function findAfter(edit: string) {
  const transaction = await kysely().startTransaction().execute();
  const statement = `UPDATE "user" SET ${edit} WHERE id = '${person.userId}'`;
  await sql.raw(statement).execute(transaction);
  const found = await findEditedAccounts(transaction);
  await transaction.rollback().execute();
  return found.map(({ fault, name }) => `${fault} ${name}`);
}

const honest = async () => expect(await findEditedAccounts()).toEqual([]);
const found = () => [`account-edited user:${person.userId}`];

async function keep(): Promise<boolean> {
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  const { userId } = person;
  await db().session.create({ data: { id: randomUUID(), token, userId, expiresAt } });
  return keepAccount(token);
}

describe("a ban", () => {
  it("is not suspected where it is made, changed and lifted by the command", async () => {
    await honest();
    for (const until of [null, new Date("2100-01-31"), new Date("2020-01-31")]) {
      expect(await banAccount(email, until)).toBe(true);
      await honest();
    }
    // As the auth library does when they sign in after it.
    await db().user.updateMany({ data: { banned: false, banExpires: null } });
    await honest();
    expect(await unbanAccount(email)).toBe(true);
    await honest();
    expect(await banAccount("nobody@example.org", null)).toBe(false);
  });

  it("is not suspected where it is lifted on a host whose clock is behind", async () => {
    await banAccount(email, null);
    await db()
      .$executeRaw`UPDATE audit_event SET at = at + interval '3 minutes' WHERE action = 'account.banned'`;
    expect(await unbanAccount(email)).toBe(true);
    await honest();
    expect(await findAfter("banned = true")).toEqual(found());
  });

  it("is found where nobody made it, and where it was lifted or changed by SQL", async () => {
    expect(await findAfter("banned = true")).toEqual(found());
    await banAccount(email, new Date("2100-01-31"));
    expect(await findAfter("banned = false")).toEqual(found());
    expect(await findAfter("banned = false, ban_expires = NULL")).toEqual(found());
    expect(await findAfter("ban_expires = NULL")).toEqual(found());
    expect(await findAfter("ban_expires = now() - interval '1 s'")).toEqual(found());
    await unbanAccount(email);
    expect(await findAfter("banned = true")).toEqual(found());
  });
});

describe("the deletion of an account", () => {
  it("is not suspected where its person asks for it, keeps the account, and asks again", async () => {
    for (const _ of [1, 2]) {
      expect(await leaveAccount(person)).toMatchObject({ ok: true });
      await honest();
      expect(await keep()).toBe(true);
      await honest();
    }
    await leaveAccount(person);
    expect(await erasePerson(null, email)).toMatchObject({ ok: true });
    await honest();
  });

  it("is found where nobody asked for it, and where it was put off by SQL", async () => {
    const now = "erase_at = now()";
    expect(await findAfter(now)).toEqual(found());
    await leaveAccount(person);
    expect(await findAfter(now)).toEqual(found());
    expect(await findAfter("erase_at = NULL")).toEqual(found());
    expect(await findAfter("erase_at = erase_at + interval '1 s'")).toEqual(found());
    await keep();
    expect(await findAfter("erase_at = now() + interval '7 days'")).toEqual(found());
  });

  it("is compared to the hour with a row of an earlier version, and not with one that is blank", async () => {
    await leaveAccount(person);
    const where = { action: "account.erasure-asked" };
    await db().auditEvent.updateMany({ where, data: { detail: { days: 7 } } });
    await honest();
    expect(await findAfter("erase_at = now()")).toEqual(found());
    await db().auditEvent.updateMany({ where, data: { detail: {} } });
    expect(await findAfter("erase_at = now()")).toEqual([]);
    expect(await findAfter("erase_at = NULL")).toEqual(found());
  });
});

describe("a conversation", () => {
  it("is found with another owner than the person of its runs", async () => {
    const { conversationId, runId } = await endRun();
    await endRun();
    expect(await findEditedOwners()).toEqual([]);
    await db().conversation.update({
      where: { id: conversationId },
      data: { userId: person.userId },
    });
    const { place } = await db().auditEvent.findFirstOrThrow({
      where: { action: "run.ended", runId },
    });
    const edited = { fault: "owner-edited", runId, place: Number(place) };
    expect(await findEditedOwners()).toMatchObject([edited]);
    expect(await findEditedOwners(kysely(), sql<boolean>`run.id <> ${runId}::uuid`)).toEqual([]);
  });
});
