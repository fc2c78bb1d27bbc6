/** The looks at what each person wrote are numbered, in the leaf, and a number is never given twice. */
import { afterEach, expect, it, vi } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import type { Actor } from "../../../access/actor.ts";
import { forgetSettings } from "../../../env/settings.ts";
import { db, kysely } from "../../client.ts";
import { openPayloads, readOpenings } from "../../inspector/opening/payload-openings.ts";
import { checkTrail, endRun, seal, tamper } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { openFindings } from "../found/trail-findings.ts";
import { recordAudit } from "../record-audit.ts";

provideTestDatabase();

const REASON = "A complaint about this answer";

const numbersOf = async ({ userId }: Actor) => {
  const leaves = await db().auditLeaf.findMany({
    where: { subjectId: userId },
    orderBy: { place: "asc" },
  });
  return leaves.map(({ subjectSeq }) => subjectSeq);
};

/** A look that waits for its place. */
const wait = (actor: Actor, subjectId: string) =>
  recordAudit(kysely(), {
    actorId: actor.userId,
    action: "payloads.opened",
    target: "run:any",
    outcome: "allowed",
    subjectId,
    detail: { conversationId: "any", reason: REASON },
  });

afterEach(() => void vi.useRealTimers());

it("is found where an instance of another version holds them back for more than a day", async () => {
  const admin = await createPerson("admin");
  const { person } = await endRun();
  const id = crypto.randomUUID();
  await db().instance.create({ data: { id, version: `not ${packageJson.version}` } });
  const faults = async () => (await openFindings()).map(({ fault }) => fault);
  await wait(admin, person.userId);
  await seal();
  expect(await faults()).toEqual([]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
  await wait(admin, person.userId);
  await seal();
  expect(await faults()).toContain("signing-waits");
  await db().instance.delete({ where: { id } });
});

it("gives none while an instance of another version is up, and then one to each look", async () => {
  const admin = await createPerson("admin");
  const { person } = await endRun();
  const id = crypto.randomUUID();
  await db().instance.create({ data: { id, version: `not ${packageJson.version}` } });
  await wait(admin, person.userId);
  await seal();
  expect(await numbersOf(person)).toEqual([]);
  await db().instance.delete({ where: { id } });
  await wait(admin, person.userId);
  await seal();
  expect(await numbersOf(person)).toEqual([1]);
  await db().instance.create({ data: { id, version: `not ${packageJson.version}` } });
  await wait(admin, person.userId);
  await seal();
  expect(await numbersOf(person)).toEqual([1, 2]);
  await db().instance.delete({ where: { id } });
  expect(await checkTrail()).toMatchObject({ ok: true });
});

it("numbers each person's looks apart, within a batch and from one to the next", async () => {
  const admin = await createPerson("admin");
  const one = await endRun();
  const other = await endRun();
  for (const { person } of [one, other, one, one]) await wait(admin, person.userId);
  await seal();
  await openPayloads(admin, other.runId, REASON);
  expect(await numbersOf(one.person)).toEqual([1, 2, 3]);
  expect(await numbersOf(other.person)).toEqual([1, 2]);
  expect(await checkTrail()).toMatchObject({ ok: true });
});

it("gives the number of a row that was removed to no other", async () => {
  const admin = await createPerson("admin");
  const { person } = await endRun();
  for (const _ of [1, 2]) await wait(admin, person.userId);
  await seal();
  const remove = `DELETE FROM audit_event WHERE place = (
    SELECT max(place) FROM audit_leaf WHERE subject_id = '${person.userId}')`;
  const numbers = await tamper([remove], async () => {
    await wait(admin, person.userId);
    await seal();
    return numbersOf(person);
  });
  expect(numbers).toEqual([1, 2, 3]);
});

it("leaves an opening what it is once the key of its row is gone", async () => {
  const admin = await createPerson("admin");
  const { runId } = await endRun();
  await openPayloads(admin, runId, REASON);
  const { AUDIT_ROW_KEY: key } = process.env;
  process.env.AUDIT_ROW_KEY = Buffer.alloc(32, 9).toString("base64url");
  forgetSettings();
  expect((await readOpenings(admin)).has(runId)).toBe(true);
  if (key === undefined) delete process.env.AUDIT_ROW_KEY;
  else process.env.AUDIT_ROW_KEY = key;
  forgetSettings();
});

it("is found where a number is changed", async () => {
  const change = "UPDATE audit_leaf SET subject_seq = 9 WHERE subject_seq = 2";
  const { place } = await db().auditLeaf.findFirstOrThrow({
    where: { subjectSeq: 2 },
    orderBy: { place: "asc" },
  });
  const found = { ok: false, place: Number(place), why: "row-changed" };
  expect(await tamper([change], checkTrail)).toEqual(found);
});

it("is found where a number is given to somebody else", async () => {
  for (const has of ["IS NOT NULL", "IS NULL"]) {
    const leaf = `(SELECT max(place) FROM audit_leaf WHERE subject_seq ${has})`;
    const change = `UPDATE audit_leaf SET subject_id = 'another' WHERE place = ${leaf}`;
    expect(await tamper([change], checkTrail)).toMatchObject({ ok: false, why: "row-changed" });
  }
});

it("gives the next number where somebody has left none", async () => {
  const admin = await createPerson("admin");
  const { person } = await endRun();
  await wait(admin, person.userId);
  await seal();
  const edit = `UPDATE audit_leaf SET subject_seq = 2147483647 WHERE subject_id = '${person.userId}'`;
  await tamper([edit], async () => {
    await wait(admin, person.userId);
    expect(await seal()).toMatchObject({ rows: 1 });
    expect(await checkTrail()).toMatchObject({ ok: false, why: "row-changed" });
  });
});
