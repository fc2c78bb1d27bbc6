/** A person who is erased, and what the trail still says about them. */

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { countLinkSent, countProof, countSignIn } from "../../auth/sign-in-limiter.ts";
import type { AuditEvent } from "../../contracts/audit/audit-event.ts";
import { readPreferences, storePreferences } from "../accounts/preferences.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { db, kysely } from "../client.ts";
import { sweepDatabase } from "../testing/sweep-database.ts";
import { checkTrail, seal } from "../testing/trail-fixtures.ts";
import { createPerson, newTurn, provideTestDatabase, upload } from "../testing/turn-fixtures.ts";
import { createTurn } from "../turns/create-turn.ts";
import { eraseAgain, eraseConversation, erasePerson } from "./erase.ts";
import { erasePersonRows } from "./erase-person-rows.ts";
import { weighErasure } from "./weigh-erasure.ts";

provideTestDatabase();

const emailOf = ({ userId }: Actor) => `${userId}@example.org`;

/** A conversation whose run has ended, a file that was not sent, a session, spending, and a reason about them. */
async function fillAccount(person: Actor, admin: Actor, model: string): Promise<string> {
  const begun = await createTurn(person, newTurn({ text: "zqword" }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { runId, conversationId } = begun.turn;
  await db().run.update({ where: { id: runId }, data: { status: "complete" } });
  await db().folder.create({
    data: { id: randomUUID(), userId: person.userId, name: `zqfolder ${randomUUID()}` },
  });
  await storePreferences(person, { instructions: "zqwish", model: "cloud" });
  await upload(person, { name: "zqfile", mediaType: "text/plain", data: Buffer.from("zqfile") });
  const { userId } = person;
  const expiresAt = new Date(Date.now() + 60_000);
  await db().session.create({
    data: { id: randomUUID(), userId, token: randomUUID(), expiresAt, userAgent: "zqagent" },
  });
  await db().spending.create({
    data: {
      userId,
      day: new Date("2026-01-01"),
      agentId: "general",
      model,
      cost: 2,
      calls: 1,
      estimatedCost: 0,
      unpricedCalls: 0,
      inputTokens: 1,
      outputTokens: 1,
    },
  });
  await recordAudit(kysely(), {
    actorId: admin.userId,
    action: "payloads.opened",
    target: `run:${runId}`,
    runId,
    outcome: "allowed",
    detail: { conversationId, reason: `zqreason about ${userId}` },
  });
  await recordAudit(kysely(), {
    actorId: admin.userId,
    action: "audit.exported",
    target: "audit",
    outcome: "allowed",
    detail: { format: "bundle", person: emailOf(person) },
  });
  return conversationId;
}

type Typed = Pick<
  Extract<AuditEvent, { action: "runs.exported" | "words.searched" | "search.asked" }>,
  "action" | "detail"
>;

const searched = (words: string, reason: string, filters = {}): Typed => ({
  action: "words.searched",
  detail: { words, filters, reason },
});

/** @returns what is left of each detail once a person of this name is erased */
async function eraseAfter(name: string, typed: readonly Typed[]): Promise<unknown[]> {
  const [admin, { userId: id }] = [await createPerson("admin"), await createPerson()];
  const email = `al.${id}@mail.test`;
  await db().user.update({ where: { id }, data: { name, email } });
  const look = { actorId: admin.userId, target: "runs", outcome: "allowed" } as const;
  const ids: string[] = [];
  for (const one of typed) ids.push(await recordAudit(kysely(), { ...look, ...one } as AuditEvent));
  expect(await erasePerson(admin, email)).toMatchObject({ ok: true });
  const rows = await db().auditEvent.findMany({ where: { id: { in: ids } } });
  return ids.map((one) => rows.find((row) => row.id === one)?.detail);
}

/** How many statements of this database wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

const WORDS = ["zqword", "zqfile", "zqagent", "zqreason", "zqfolder", "zqwish"];
const NOWHERE = Object.fromEntries(WORDS.map((word) => [word, []]));

describe("a person who is erased", () => {
  it("leaves an id that leads nowhere, and a trail that verifies", async () => {
    const admin = await createPerson("admin");
    const [one, other] = [await createPerson(), await createPerson()];
    const conversations = [await fillAccount(one, admin, "a"), await fillAccount(one, admin, "b")];
    await seal();
    // A row about the person that has no place yet.
    conversations.push(await fillAccount(one, admin, "c"));
    const found = await sweepDatabase(WORDS);
    expect(found.zqreason).toEqual(["audit_event.detail"]);
    expect(found.zqwish).toEqual(["preference.instructions"]);
    await storePreferences(other, { model: "cloud" });
    expect(await erasePerson(admin, ` ${emailOf(one).toUpperCase()}`)).toMatchObject({
      ok: true,
      rows: { conversation: 3, session: 3, user: 1, attachment: 3, preference: 1 },
    });
    expect(await sweepDatabase([...WORDS, emailOf(one)])).toEqual({
      ...NOWHERE,
      [emailOf(one)]: [],
    });
    expect(await db().preference.count({ where: { userId: one.userId } })).toBe(0);
    expect(await readPreferences(other)).toMatchObject({ model: "cloud" });
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
    const looks = await db().auditEvent.findMany({ where: { action: "payloads.opened" } });
    expect(looks.map(({ subjectId, detail }) => ({ subjectId, detail }))).toEqual(
      looks.map(() => ({ subjectId: one.userId, detail: {} })),
    );
    const [tombstone] = await db().auditEvent.findMany({ where: { action: "person.erased" } });
    expect(tombstone).toMatchObject({ actorId: admin.userId, target: `user:${one.userId}` });
    expect(tombstone?.detail).toMatchObject({ conversationIds: conversations.toSorted() });
    expect(await db().user.count({ where: { id: other.userId } })).toBe(1);
    await fillAccount(other, admin, "a");
    expect(await erasePerson(admin, emailOf(other))).toMatchObject({ ok: true });
    const sums = await db().spending.findMany({ orderBy: { model: "asc" } });
    expect(sums.map(({ userId, model, cost }) => [userId, model, cost])).toEqual([
      ["erased", "a", 4],
      ["erased", "b", 2],
      ["erased", "c", 2],
    ]);
  });

  it("is refused while an answer is being written, and for the last admin", async () => {
    await db().user.updateMany({ where: { role: "admin" }, data: { role: "user" } });
    const admin = await createPerson("admin");
    const person = await createPerson();
    await createTurn(person, newTurn());
    expect(await erasePerson(admin, emailOf(person))).toEqual({ ok: false, reason: "running" });
    expect(await db().message.count({ where: { authorId: person.userId } })).toBe(1);
    expect(await erasePerson(admin, emailOf(admin))).toEqual({ ok: false, reason: "last-admin" });
    expect(await erasePerson(admin, "nobody@example.org")).toEqual({ ok: false, reason: "gone" });
  });

  it("gets no turn that begins meanwhile", async () => {
    const person = await createPerson();
    const first = await createTurn(person, newTurn());
    if (!first.ok || first.repeated) throw new Error("the turn did not begin");
    const { conversationId, runId } = first.turn;
    await db().run.update({ where: { id: runId }, data: { status: "complete" } });
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isErased, resolve: erased } = Promise.withResolvers<void>();
    const erasing = kysely()
      .transaction()
      .execute(async (transaction) => {
        const how = { rule: "person", actorId: person.userId } as const;
        await erasePersonRows(transaction, person.userId, how);
        erased();
        await mayCommit;
      });
    await isErased;
    const begun = [
      createTurn(person, newTurn({ conversationId })).catch(() => ({ ok: false })),
      createTurn(person, newTurn()).catch(() => ({ ok: false })),
    ];
    // Both wait for the lock of the account.
    await expect.poll(waiting).toBe(2);
    commit();
    await erasing;
    expect(await Promise.all(begun)).toMatchObject([{ ok: false }, { ok: false }]);
    expect(await db().message.count({ where: { conversationId } })).toBe(0);
    expect(await db().run.count({ where: { userId: person.userId } })).toBe(0);
  });

  it("takes the counts of their failed sign-ins along", async () => {
    const [admin, person] = [await createPerson("admin"), await createPerson()];
    await countSignIn({ email: emailOf(person), address: "192.0.2.7", deviceId: null });
    await countLinkSent(emailOf(person));
    await countProof(person.userId);
    const counts = async () => {
      const rows = await db().rateLimit.findMany({ select: { key: true } });
      return rows.map(({ key }) => key.split(":")[0]).toSorted();
    };
    const ofPerson = ["link-email", "proof", "sign-in-email", "sign-in-pair"];
    expect(await counts()).toEqual([...ofPerson, "sign-in-address"].toSorted());
    await erasePerson(admin, emailOf(person));
    expect(await counts()).toEqual(["sign-in-address"]);
  });

  describe("for whom an operator has looked", () => {
    const of = { format: "csv" };
    const found = (person: string): Typed[] => [
      { action: "runs.exported", detail: { ...of, filters: { person } } },
      searched("glass", "Complaint 1", { person }),
      { action: "search.asked", detail: { words: "glass", filters: { person }, reason: "One" } },
    ];

    it.each([
      ["Anna Zqberg", "zqberg"],
      ["Anna Zqberg", "Anna Z"],
      ["Anna Zqberg", "NNA"],
      ["Anna Zqberg", "AL."],
      ["Anna Zqberg", "@Mail.test"],
      ["Anna Zqberg", "al"],
      ["Bo Zqberg", "bo"],
      ["ÖSTEN ÅKESSON", "östen å"],
      ["王小明", "小明"],
      ["김민준", "민준"],
    ])("goes with their filters: %s, found by %s", async (name, person) => {
      expect(await eraseAfter(name, found(person))).toEqual([{}, {}, {}]);
      await seal();
      expect(await checkTrail()).toMatchObject({ ok: true });
    });

    it.each([
      ["Anna Zqberg", '"anna  zqberg"'],
      ["Zoë Zqberg", "Zoe Zqberg"],
      ["Zqberg", "zqberg"],
      ["王小明", "“王小明”"],
    ])("goes with the name as words or a reason: %s, as %s", async (name, words) => {
      const typed: Typed[] = [
        searched(words, "Complaint 1"),
        searched("glass", words),
        { action: "search.asked", detail: { words, filters: {}, reason: "One" } },
        { action: "runs.exported", detail: { ...of, filters: { q: words } } },
      ];
      expect(await eraseAfter(name, typed)).toEqual([{}, {}, {}, {}]);
    });

    it.each([
      ["Anna Zqberg", "a"],
      ["Anna J. Zqberg", "j"],
      ["Anna Zqberg", "nn"],
      ["Anna Zqberg", "te"],
      ["Anna Zqberg", "Hanna"],
      ["Anna Zqberg", "%"],
      ["王小明", "王"],
    ])("leaves filters that name nobody, or others: %s, not %s", async (name, person) => {
      const typed = found(person);
      expect(await eraseAfter(name, typed)).toEqual(typed.map(({ detail }) => detail));
    });

    it.each(["of the", "\u200b", "ـ", ""])("leaves other words to a name like %j", async (name) => {
      const typed = [searched("glass", "One of the complaints"), searched("of the glass", "One")];
      expect(await eraseAfter(name, typed)).toEqual(typed.map(({ detail }) => detail));
    });
  });

  it.each(["user", "auditor"] as const)("is no act of the role %s", async (role) => {
    const [actor, person] = [await createPerson(role), await createPerson()];
    expect(() => erasePerson(actor, emailOf(person))).toThrow(/permission/);
    const conversationId = randomUUID();
    expect(() => eraseConversation(actor, conversationId)).toThrow(/permission/);
    const subject = { kind: "conversation", conversationId } as const;
    await expect(weighErasure(actor, subject)).rejects.toMatchObject({ code: "forbidden" });
    expect(await db().user.count({ where: { id: person.userId } })).toBe(1);
  });

  it("is erased again where a backup brings them back, also with a run that was live", async () => {
    const person = await createPerson();
    await createTurn(person, newTurn({ text: "zqagain" }));
    const said = { at: new Date().toISOString(), rule: "person", actorId: person.userId } as const;
    const tombstone = { action: "person.erased", ...said, personId: person.userId } as const;
    expect(await eraseAgain([tombstone])).toBe(1);
    expect(await eraseAgain([tombstone])).toBe(0);
    expect(await sweepDatabase(["zqagain"])).toEqual({ zqagain: [] });
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
  });
});
