/** Rules and their versions, and runs that are sent to review: who may, what is on record, and what nobody reads. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { findEdits } from "../../audit/covered/find-edits.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { assignCase } from "../desk/change-desk.ts";
import { listCases } from "../review-cases.ts";
import { takeCase } from "../take-case.ts";
import { contest, type EndedTurn, endedTurn } from "../testing/contested-turn.ts";
import { recordedTurn, ruleOf } from "../testing/ruled-turn.ts";
import { listRules, tryRule } from "./read-rules.ts";
import { saveRule } from "./save-rule.ts";
import { sendRuns } from "./send-runs.ts";

provideTestDatabase();

let admin: Actor;
let auditor: Actor;

beforeEach(async () => {
  await db().reviewCase.deleteMany();
  admin = await createPerson("admin");
  auditor = await createPerson("auditor");
});

const SAMPLE = ruleOf({ kind: "random", percent: 5 });
const save = async () => {
  const saved = await saveRule(admin, { id: null, version: 0, rule: SAMPLE });
  return saved.is === "saved" ? saved.id : "";
};
const rowsOf = (id: string) =>
  db().auditEvent.findMany({ where: { target: `rule:${id}` }, orderBy: { at: "asc" } });

it("are nobody's to change or send without the permission", async () => {
  const person = await createPerson();
  const refused = { code: "forbidden" };
  const { runId } = await endedTurn();
  for (const actor of [person, auditor]) {
    const saved = async () => saveRule(actor, { id: null, version: 0, rule: SAMPLE });
    await expect(saved()).rejects.toMatchObject(refused);
    await expect(tryRule(actor, SAMPLE.test)).rejects.toMatchObject(refused);
    await expect(sendRuns(actor, { runIds: [runId] })).rejects.toMatchObject(refused);
  }
  await expect(listRules(person)).rejects.toMatchObject(refused);
  expect(await listRules(auditor)).toMatchObject({ mayManage: false });
  expect(await db().reviewCase.count()).toBe(0);
});

describe("a version", () => {
  it("ends the one before it, once: of two admins the second one is told", async () => {
    const id = await save();
    const change = () => saveRule(admin, { id, version: 1, rule: { ...SAMPLE, severity: 3 } });
    const came = await Promise.all([change(), change()]);
    expect(came.map(({ is }) => is).toSorted()).toEqual(["saved", "stale"]);
    const rule = (await listRules(admin)).rules.find((one) => one.id === id);
    expect(rule?.versions.map(({ version, severity }) => [version, severity])).toEqual([
      [2, 3],
      [1, 1],
    ]);
    expect(rule?.versions.map(({ endedAt }) => endedAt === null)).toEqual([true, false]);
  });

  it("has a key that nobody reads before it has ended", async () => {
    const id = await save();
    const hex = async (version: number) => {
      const where = { id_version: { id, version } };
      const { key } = await db().reviewRule.findUniqueOrThrow({ where });
      return Buffer.from(key ?? "").toString("hex");
    };
    const key = await hex(1);
    expect(key).toHaveLength(64);
    const isShown = async () =>
      JSON.stringify([await rowsOf(id), await listRules(admin)]).includes(key);
    expect(await isShown()).toBe(false);
    await saveRule(admin, { id, version: 1, rule: SAMPLE });
    const ended = (await rowsOf(id)).find(({ action }) => action === "review.rule-ended");
    expect(ended?.detail).toEqual({ version: 1, key });
    expect(JSON.stringify([await rowsOf(id), await listRules(admin)])).not.toContain(await hex(2));
  });

  it("is found by the full check where it is not what was recorded", async () => {
    const id = await save();
    await saveRule(admin, { id, version: 1, rule: SAMPLE });
    const isEdited = async () =>
      (await findEdits()).some(
        ({ fault, name }) => fault === "rule-edited" && name === `rule:${id}`,
      );
    expect(await isEdited()).toBe(false);
    const rules = await db().reviewRule.findMany({ where: { id } });
    for (const edit of [
      "SET name = 'x'",
      "SET kind = 'denied'",
      `SET threshold = '{"percent": 6}'`,
      "SET severity = 3",
      "SET judges = 2",
      "SET is_on = false",
      "SET version = version + 5",
      "SET key = NULL",
      "SET key = '\\x00'",
      "SET made_by = NULL",
      "SET ended_at = NULL",
      "SET ended_at = now()",
    ]) {
      await db().$executeRawUnsafe(`UPDATE review_rule ${edit} WHERE id = '${id}'`);
      expect(await isEdited(), edit).toBe(true);
      await db().reviewRule.deleteMany({ where: { id } });
      expect(await isEdited()).toBe(true);
      await db().reviewRule.createMany({
        data: rules.map((rule) => ({ ...rule, threshold: Object(rule.threshold) })),
      });
      expect(await isEdited(), edit).toBe(false);
    }
  });
});

it("a trial says how many runs of the last days a rule would have found", async () => {
  const before = await tryRule(admin, { kind: "denied" });
  await recordedTurn({ policyOutcome: "deny" });
  await recordedTurn({ policyOutcome: "allow" });
  await recordedTurn({ policyOutcome: "deny", startedAt: new Date(0) });
  expect(await tryRule(admin, { kind: "denied" })).toEqual({
    ...before,
    runs: before.runs + 2,
    found: Number(before.found) + 1,
  });
  const random = await tryRule(admin, { kind: "random", percent: 50 });
  expect(random.found).toBe(Math.round(random.runs / 2));
  const prompt = { kind: "first-runs", of: "prompt", name: "general@2", runs: 3 } as const;
  expect((await tryRule(admin, prompt)).found).toBeNull();
  expect((await tryRule(admin, { ...prompt, of: "agent" })).found).toBe(0);
});

describe("a run that an admin sent", () => {
  let turn: EndedTurn;
  let other: Actor;
  const listed = async (who: Actor) => (await listCases(who)).cases[0] ?? expect.fail();

  beforeEach(async () => {
    await db().user.updateMany({ where: { role: { not: "user" } }, data: { role: "user" } });
    [admin, other] = [await createPerson("admin"), await createPerson("admin")];
    turn = await recordedTurn();
    await sendRuns(admin, { runIds: [turn.runId] });
  });

  it("is not theirs to judge, and lacks somebody where nobody else is there", async () => {
    for (const wanted of [null, turn.runId]) expect(await takeCase(admin, wanted)).toBeNull();
    expect(await listed(admin)).toMatchObject({ state: "open", mayTake: false, lacks: false });
    const assigned = assignCase(admin, turn.runId, admin.userId);
    await expect(assigned).rejects.toMatchObject({ code: "not-found" });
    expect(await db().reviewSeat.count()).toBe(0);
    await db().user.update({ where: { id: other.userId }, data: { role: "user" } });
    expect(await listed(admin)).toMatchObject({ mayTake: false, lacks: true });
    await db().user.update({ where: { id: other.userId }, data: { role: "auditor" } });
    expect(await listed(other)).toMatchObject({ mayTake: true, lacks: false });
    expect(await takeCase(other, null)).toBe(turn.runId);
  });

  it("is theirs, too, once there is another reason, whichever comes first", async () => {
    await contest(turn);
    expect(await listed(admin)).toMatchObject({ mayTake: true, lacks: false });
    expect(await takeCase(admin, null)).toBe(turn.runId);
    const known = await endedTurn();
    await contest(known);
    await sendRuns(admin, { runIds: [known.runId] });
    expect(await takeCase(admin, known.runId)).toBe(known.runId);
  });

  it("is anybody's once the sender's account is gone", async () => {
    await db().user.delete({ where: { id: admin.userId } });
    expect(await takeCase(other, turn.runId)).toBe(turn.runId);
    expect(await edited()).toEqual([]);
  });

  it.each(["NULL", "(SELECT id FROM \"user\" WHERE role = 'user' LIMIT 1)"])(
    "is found by the full check where its sender becomes %s",
    async (sender) => {
      expect(await edited()).toEqual([]);
      await db().$executeRawUnsafe(`UPDATE review_reason SET sent_by = ${sender}`);
      expect(await edited()).toEqual([turn.runId]);
    },
  );

  const edited = async () =>
    (await findEdits()).filter(({ runId }) => runId === turn.runId).map(({ runId }) => runId);
});

describe("runs that an admin sends", () => {
  it("are those that the filters find, each once, and as many as one press takes", async () => {
    const turns = [];
    for (let nth = 0; nth < 3; nth += 1) turns.push(await recordedTurn({ reason: "zq-reason" }));
    await recordedTurn();
    const filters = { reason: "zq-reason" };
    expect(await sendRuns(admin, { filters }, 2)).toEqual({ sent: 2, hasMore: true });
    expect(await sendRuns(admin, { filters }, 2)).toEqual({ sent: 1, hasMore: false });
    expect(await sendRuns(admin, { filters }, 2)).toEqual({ sent: 0, hasMore: false });
    const cases = await db().reviewCase.findMany();
    const meant = turns.map(({ runId }) => runId).toSorted();
    expect(cases.map(({ runId }) => runId).toSorted()).toEqual(meant);
    const row = await db().auditEvent.findFirstOrThrow({
      where: { action: "review.queued", runId: { in: meant } },
    });
    const [turn] = turns.filter(({ runId }) => runId === row.runId);
    expect(row).toMatchObject({ actorId: admin.userId, subjectId: turn?.actor.userId });
  });

  it("join the case that there is, and are not those that go on or are deleted", async () => {
    const [contested, deleted, running] = [
      await endedTurn(),
      await endedTurn(),
      await recordedTurn({ status: "running" }),
    ];
    await contest(contested);
    const where = { id: deleted.conversationId };
    await db().conversation.update({ where, data: { deletedAt: new Date() } });
    const runIds = [contested, deleted, running].map(({ runId }) => runId);
    expect(await sendRuns(admin, { runIds })).toEqual({ sent: 1, hasMore: false });
    const reasons = await db().reviewReason.findMany({ where: { runId: contested.runId } });
    expect(reasons.map(({ kind }) => kind).toSorted()).toEqual(["contested", "sent"]);
    await db().run.update({ where: { id: running.runId }, data: { status: "complete" } });
  });
});
