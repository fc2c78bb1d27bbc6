/** The trail takes what the application wrote. The owner of the database, who has none of its keys, tries to add to it. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { commitTo } from "../../../audit/canonical.ts";
import { db, kysely } from "../../client.ts";
import { readOpenings } from "../../inspector/opening/payload-openings.ts";
import { acknowledgeFindings } from "../../looks/acknowledge-findings.ts";
import { readGlass } from "../../looks/glass-state.ts";
import { listLooks } from "../../looks/list-looks.ts";
import { checkTrail, endRun, seal, tamper } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { openFindings } from "../found/trail-findings.ts";
import { recordAudit, recordAuditOnce } from "../record-audit.ts";

provideTestDatabase();

let person: Actor;
beforeEach(async () => {
  person = await createPerson();
  await look();
  await seal();
  const admin = await createPerson("admin");
  await acknowledgeFindings(admin, (await openFindings()).at(-1)?.id ?? "");
  await seal();
});
afterEach(() => db().instance.deleteMany());

/** An honest row about the person. */
const look = () =>
  recordAudit(kysely(), {
    actorId: "ada",
    action: "payloads.opened",
    target: "run:1",
    outcome: "allowed",
    subjectId: person.userId,
    detail: { conversationId: randomUUID(), reason: "a complaint" },
  });

const waiting = () => db().auditEvent.count({ where: { place: null } });
const quarantined = (eventId: string) => db().auditQuarantine.findFirst({ where: { eventId } });

const forge = async (id: string) => {
  await db()
    .$executeRaw`INSERT INTO audit_event (id, at, action, target, outcome, subject_id, detail)
    VALUES (${id}::uuid, now() - interval '2 hours', 'payloads.opened', 'run:1', 'allowed', ${person.userId}, '{}')`;
};

const EDITS = [
  "at = at - interval '2 hours'",
  "actor_id = 'another'",
  "action = 'run.inspected'",
  "target = 'run:2'",
  "outcome = 'denied'",
  "subject_id = 'another'",
  "run_id = gen_random_uuid()",
  `detail = '{"reason":"another"}'`,
  "salt = gen_random_uuid()",
  "detail = '{}', salt = gen_random_uuid(), detail_commitment = sha256('x')",
  "mac = NULL",
  "mac = sha256('x')",
  "mac = mac || '\\x00'::bytea",
  "id = gen_random_uuid()",
];

describe("a row that the application did not write", () => {
  it("gets no place, is put aside, and is found", async () => {
    const id = randomUUID();
    await forge(id);
    await look();
    // The look, and the finding, which has its place at once.
    expect(await seal()).toMatchObject({ rows: 2 });
    expect(await quarantined(id)).toMatchObject({ why: "unsigned", subjectId: person.userId });
    expect(await db().auditEvent.findUnique({ where: { id } })).toBeNull();
    expect(await openFindings()).toMatchObject([{ fault: "row-refused", rows: 1 }]);
    expect(await waiting()).toBe(0);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("never stands in a person's list, also before it is judged", async () => {
    const honest = await listLooks(person);
    await forge(randomUUID());
    expect(await listLooks(person)).toEqual(honest);
  });

  it.each(["-5", "1000000000000", "(SELECT max(place) + 1 FROM audit_leaf)"])(
    "gets no place by having one: %s",
    async (at) => {
      const id = randomUUID();
      const honest = await listLooks(person);
      const { userId } = await createPerson("admin");
      const { runId } = await endRun(seal);
      await db().$executeRawUnsafe(`INSERT INTO audit_event (id, actor_id, action, target, outcome, subject_id, run_id, place)
        VALUES ('${id}', '${userId}', 'payloads.opened', 'run:1', 'allowed', '${person.userId}', '${runId}', ${at})`);
      await db().$executeRawUnsafe(`INSERT INTO audit_leaf (place, event_id, hash)
        SELECT place, id, sha256('x') FROM audit_event WHERE id = '${id}'`);
      expect(await listLooks(person)).toEqual(honest);
      expect((await readOpenings({ userId, role: "admin" })).has(runId)).toBe(false);
      expect(await checkTrail()).toMatchObject({ ok: false });
      await seal();
      expect(await db().auditEvent.findUnique({ where: { id } })).toBeNull();
      expect(await quarantined(id)).toMatchObject({ why: "unsigned" });
      expect((await openFindings()).map(({ fault }) => fault)).toEqual([
        "leaf-forged",
        "row-refused",
      ]);
      expect(await checkTrail()).toMatchObject({ ok: true });
    },
  );

  it("covers no row that the application writes, whenever it says it was", async () => {
    for (const at of ["now()", "now() + interval '1 day'"])
      await db().$executeRawUnsafe(`INSERT INTO audit_event (id, at, actor_id, action, target, outcome)
        VALUES (gen_random_uuid(), ${at}, '${person.userId}', 'runs.listed', 'runs', 'allowed')`);
    const listed = { actorId: person.userId, action: "runs.listed", target: "runs" } as const;
    const once = () =>
      recordAuditOnce(
        kysely(),
        { ...listed, outcome: "allowed", detail: {} },
        { withinMs: 60_000 },
      );
    expect(await once()).not.toBeNull();
    expect(await once()).toBeNull();
    await seal();
  });

  it.each([
    ["a time without end", "'infinity'", "'{}'"],
    ["a number that JSON does not have", "now()", `'{"n":1e400}'`],
  ])("stops nobody with %s", async (_what, at, detail) => {
    const { mac } = await db().auditEvent.findFirstOrThrow({ where: { mac: { not: null } } });
    const hex = Buffer.from(mac ?? []).toString("hex");
    for (const action of ["payloads.opened", "trail.found"])
      await db().$executeRawUnsafe(`INSERT INTO audit_event (id, at, action, target, outcome, subject_id, detail, mac)
        VALUES (gen_random_uuid(), ${at}, '${action}', 'x', 'allowed', '${person.userId}', ${detail}, '\\x${hex}')`);
    expect(await openFindings()).toEqual([]);
    await listLooks(person);
    await seal();
    expect(await openFindings()).toMatchObject([{ fault: "row-refused", rows: 2 }]);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it.each(["'infinity'", "'-infinity'"])(
    "stops nobody with the time of a checkpoint: %s",
    async (at) => {
      await look();
      const sealed = await tamper([`UPDATE audit_checkpoint SET at = ${at}`], seal);
      expect(sealed).toMatchObject({ rows: 1 });
    },
  );

  it("stops no process that begins, with the newest row", async () => {
    await look();
    const newest = "place = (SELECT max(place) FROM audit_event)";
    const edits = [`UPDATE audit_event SET mac = NULL, detail = '{"n":1e400}' WHERE ${newest}`];
    expect(await tamper(edits, seal)).toMatchObject({ rows: 1 });
  });

  it("stops nobody with a detail that is nested without end", async () => {
    await look();
    await db().$executeRaw`INSERT INTO audit_event (id, action, target, outcome, detail)
      VALUES (gen_random_uuid(), 'x', 'x', 'allowed', (repeat('[', 6000) || repeat(']', 6000))::jsonb)`;
    expect(await seal()).toMatchObject({ rows: 2 });
    await db().$executeRaw`DELETE FROM audit_quarantine`;
  });

  it.each(["at = 'infinity'", `detail = '{"n":1e400}'`])(
    "is found where it was sealed: %s",
    async (edit) => {
      const where = { action: "payloads.opened", subjectId: person.userId };
      const { id, place } = await db().auditEvent.findFirstOrThrow({ where });
      const found = await tamper([`UPDATE audit_event SET ${edit} WHERE id = '${id}'`], checkTrail);
      expect(found).toEqual({ ok: false, place: Number(place), why: "row-changed" });
    },
  );

  it("does not turn off what people are told", async () => {
    await db().$executeRaw`INSERT INTO audit_event (id, action, target, outcome, detail)
      VALUES (gen_random_uuid(), 'glass.changed', 'glass:off', 'allowed', '{"to":"off","askedBy":"x"}')`;
    expect(await readGlass()).toMatchObject({ isOn: true });
    await seal();
  });

  it.each(EDITS)("is a row that was changed while it waited: %s", async (edit) => {
    const id = await look();
    await db().$executeRawUnsafe(`UPDATE audit_event SET ${edit} WHERE id = '${id}'`);
    const { id: now } = await db().auditEvent.findFirstOrThrow({ where: { place: null } });
    expect(await seal()).toMatchObject({ rows: 1 });
    expect(await quarantined(now)).not.toBeNull();
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("is a row that has its place already", async () => {
    const id = await look();
    await seal();
    const [copy] = await db().$queryRaw<{ row: unknown }[]>`
      SELECT to_jsonb(audit_event) AS row FROM audit_event WHERE id = ${id}::uuid`;
    await db().$executeRaw`DELETE FROM audit_event WHERE id = ${id}::uuid`;
    await db().$executeRaw`INSERT INTO audit_event
      SELECT * FROM jsonb_populate_record(null::audit_event, ${JSON.stringify(copy?.row)}::jsonb || '{"place":null}')`;
    await seal();
    expect(await quarantined(id)).toMatchObject({ why: "placed-before" });
    expect(await checkTrail()).toMatchObject({ ok: false, why: "row-missing" });
    const { row } = await db().auditQuarantine.findFirstOrThrow({ where: { eventId: id } });
    expect(row).toMatchObject({ action: "payloads.opened" });
    const { mac, place: _, ...rest } = row as { mac: string; place: unknown };
    const { place } = await db().auditLeaf.findUniqueOrThrow({ where: { eventId: id } });
    const back = { ...rest, place: Number(place), mac: `\\x${mac}` };
    await db().$executeRaw`INSERT INTO audit_event
      SELECT * FROM jsonb_populate_record(null::audit_event, ${JSON.stringify(back)}::jsonb)`;
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
  });
});

describe("a row whose time is not that of its place", () => {
  it.each([
    ["was kept away for an hour", -3_600_000, ["row-late"]],
    ["is of a clock that is ahead by an hour", 3_600_000, ["row-late"]],
    ["is of a clock that is a minute behind", -60_000, []],
  ])("is taken, and found where it %s", async (_how, byMs, faults) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + byMs });
    await look();
    vi.useRealTimers();
    expect(await seal()).toMatchObject({ rows: 1 + faults.length });
    expect((await openFindings()).map(({ fault }) => fault)).toEqual(faults);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });
});

it("is late behind a newer row, also where the time of the checkpoint was set back", async () => {
  await look();
  await seal();
  await db().$executeRaw`UPDATE audit_checkpoint SET at = '2000-01-01'`;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  await look();
  vi.useRealTimers();
  await seal();
  expect((await openFindings()).map(({ fault }) => fault)).toEqual(["row-late"]);
});

describe("a tombstone", () => {
  it("is not made to name more by what stands beside its commitment", async () => {
    const detail = { rule: "retention", runIds: [randomUUID()] };
    const at = { actorId: null, target: "retention", outcome: "allowed" } as const;
    const id = await recordAudit(kysely(), { ...at, action: "payloads.erased", detail });
    await seal();
    const { salt } = await db().auditEvent.findUniqueOrThrow({ where: { id } });
    const commitment = Buffer.from(commitTo(detail, salt)).toString("hex");
    const more = JSON.stringify({ ...detail, runIds: [...detail.runIds, randomUUID()] });
    for (const said of [more, "{}"])
      expect(
        await tamper(
          [
            `UPDATE audit_event SET detail = '${said}', detail_commitment = '\\x${commitment}' WHERE id = '${id}'`,
          ],
          checkTrail,
        ),
      ).toMatchObject({ ok: false, why: "row-changed" });
    expect(await checkTrail()).toMatchObject({ ok: true });
  });
});

it("takes what the database writes otherwise than it was given", async () => {
  const odd = {
    actorId: null,
    action: "inspector.denied",
    outcome: "denied",
    subjectId: null,
  } as const;
  await recordAudit(kysely(), {
    ...odd,
    target: "/admin/\ud800\u0000",
    runId: "ABCDEF00-0000-4000-8000-00000000000A",
    detail: {},
  });
  await recordAudit(kysely(), {
    actorId: "ada",
    action: "glass.change-asked",
    target: "glass:on",
    outcome: "allowed",
    detail: { to: "on", reason: "\ud83d\u0000 🎉 1e21 -0" },
  });
  expect(await seal()).toMatchObject({ rows: 2 });
});

/** As they were before rows had MACs. */
async function forgetMacs(): Promise<void> {
  await db().$executeRaw`DELETE FROM audit_checkpoint`;
  await db().$executeRaw`DELETE FROM audit_leaf`;
  await db().$executeRaw`DELETE FROM run_seal`;
  await db().$executeRaw`UPDATE audit_event SET place = NULL, mac = NULL`;
}

describe("rows from before there were MACs", () => {
  const signed = () => db().auditEvent.count({ where: { action: "trail.signed" } });

  it("are taken once, which is on record", async () => {
    await forgetMacs();
    const rows = await waiting();
    const before = await signed();
    await seal();
    expect(await waiting()).toBe(0);
    expect(await signed()).toBe(before + 1);
    const row = await db().auditEvent.findFirstOrThrow({
      where: { action: "trail.signed" },
      orderBy: { place: "desc" },
    });
    expect(row).toMatchObject({ place: BigInt(rows), detail: { before: rows } });
    const id = randomUUID();
    await forge(id);
    await seal();
    expect(await quarantined(id)).toMatchObject({ why: "unsigned" });
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("are taken as long as an instance of another version is up, and no longer", async () => {
    await forgetMacs();
    const other = { id: "old:1", version: "0.0.1", runs: 0, streams: 0, takeovers: 0, memory: 1n };
    await db().instance.create({ data: { ...other, isDraining: false } });
    const before = await signed();
    await seal();
    const late = randomUUID();
    await forge(late);
    await look();
    await seal();
    expect(await quarantined(late)).toBeNull();
    expect(await signed()).toBe(before);
    await db().instance.deleteMany();
    await look();
    await seal();
    expect(await signed()).toBe(before + 1);
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("cannot be made of signed ones", async () => {
    await look();
    await seal();
    const newest = await db().auditEvent.findFirstOrThrow({
      orderBy: { place: "desc" },
      where: { place: { not: null } },
    });
    const { id, mac } = newest;
    await db().auditEvent.update({ where: { id }, data: { mac: null } });
    const forged = randomUUID();
    await forge(forged);
    await seal();
    expect(await quarantined(forged)).toMatchObject({ why: "unsigned" });
    expect(await checkTrail()).toMatchObject({ ok: false, why: "row-changed" });
    await db().auditEvent.update({ where: { id }, data: { mac } });
    await seal();
    await seal();
    expect(await checkTrail()).toMatchObject({ ok: true });
  });
});
