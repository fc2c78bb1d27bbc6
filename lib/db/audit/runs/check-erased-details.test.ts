/** Details that are blank: under a row of ours, or by the owner of the database, who has none of the keys. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { commitTo } from "../../../audit/canonical.ts";
import { processSlot } from "../../../env/process-wide.ts";
import { forgetSettings, settings } from "../../../env/settings.ts";
import { db, kysely } from "../../client.ts";
import { erasePerson } from "../../erasure/erase.ts";
import { applyRetention } from "../../erasure/retention/apply-retention.ts";
import { checkTrail, endRun, seal, tamper } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordAudit } from "../record-audit.ts";
import { checkErasedDetails } from "./check-erased-details.ts";
import { areEventsSigned } from "./events-signed.ts";
import { signBlanksAnew } from "./sign-blanks-anew.ts";

provideTestDatabase();

function use(changed: Record<string, string>): void {
  Object.assign(process.env, changed);
  forgetSettings();
}

/** @returns the place of a look at this person */
async function look(subjectId: string): Promise<number> {
  const id = await recordAudit(kysely(), {
    actorId: "ada",
    action: "payloads.opened",
    target: "run:1",
    outcome: "allowed",
    subjectId,
    detail: { conversationId: randomUUID(), reason: "a complaint" },
  });
  await seal();
  const row = await db().auditEvent.findUniqueOrThrow({ where: { id } });
  return Number(row.place);
}

/** The commitment is right, so that the leaf still holds. */
async function blankOf(place: number, more = ""): Promise<string> {
  const { detail, salt } = await db().auditEvent.findUniqueOrThrow({ where: { place } });
  const commitment = Buffer.from(commitTo(detail, salt)).toString("hex");
  return `UPDATE audit_event SET detail = '{}', salt = gen_random_uuid(),
    detail_commitment = decode('${commitment}', 'hex') ${more} WHERE place = ${place}`;
}

const checkBoth = async () => [(await checkTrail()).ok, await checkErasedDetails()];

describe("details of the trail", () => {
  it("may be erased with their person, and by age", async () => {
    await endRun();
    const { userId } = await createPerson();
    await look(userId);
    const old = await look("another");
    expect((await erasePerson(null, `${userId}@example.org`)).ok).toBe(true);
    await db()
      .$executeRaw`UPDATE audit_event SET at = at - interval '40 days' WHERE place = ${old}`;
    expect(await applyRetention("audit", 30)).toMatchObject({ audit_event: 1 });
    await db()
      .$executeRaw`UPDATE audit_event SET at = at + interval '40 days' WHERE place = ${old}`;
    await seal();
    expect(await db().auditEvent.count({ where: { erasedMac: { not: null } } })).toBeGreaterThan(1);
    expect(await checkErasedDetails()).toEqual({ ok: true });
    expect(await checkTrail()).toMatchObject({ ok: true });
  });

  it("may be erased whatever somebody made of one, which stays found", async () => {
    const { userId } = await createPerson();
    const [one, old] = [await look(userId), await look("another")];
    const edit = `detail = '{"n":1e400}'`;
    await tamper([`UPDATE audit_event SET ${edit} WHERE place IN (${one}, ${old})`], async () => {
      expect((await erasePerson(null, `${userId}@example.org`)).ok).toBe(true);
      await db()
        .$executeRaw`UPDATE audit_event SET at = at - interval '40 days' WHERE place = ${old}`;
      expect(await applyRetention("audit", 30)).toMatchObject({ audit_event: 1 });
      expect(await checkTrail()).toEqual({ ok: false, place: one, why: "row-changed" });
    });
  });

  it.each([
    ["without saying why", ""],
    ["under a row of another kind", ", erased_by = (SELECT id FROM audit_event WHERE place = 0)"],
    [
      "under the row and the MAC of another erasure",
      ", (erased_by, erased_mac) = (SELECT erased_by, erased_mac FROM audit_event WHERE erased_mac IS NOT NULL LIMIT 1)",
    ],
  ])("may not be blanked by somebody else, %s", async (_, more) => {
    const place = await look("somebody");
    const found = { ok: false, place, why: "detail-blanked" };
    expect(await tamper([await blankOf(place, more)], checkBoth)).toEqual([true, found]);
    expect(await checkBoth()).toEqual([true, { ok: true }]);
  });

  it("stay erased after a change of the key, also once the earlier key is gone", async () => {
    const { userId } = await createPerson();
    await look(userId);
    await erasePerson(null, `${userId}@example.org`);
    await seal();
    const earlier = settings().AUDIT_ROW_KEY;
    use({ AUDIT_ROW_KEY: Buffer.alloc(32, 7).toString("base64url"), AUDIT_OLD_ROW_KEYS: earlier });
    expect(await signBlanksAnew()).toBeGreaterThan(0);
    expect(await signBlanksAnew()).toBe(0);
    use({ AUDIT_OLD_ROW_KEYS: "" });
    expect(await checkErasedDetails()).toEqual({ ok: true });
    use({ AUDIT_ROW_KEY: earlier });
    use({ AUDIT_OLD_ROW_KEYS: Buffer.alloc(32, 7).toString("base64url") });
    await signBlanksAnew();
    use({ AUDIT_OLD_ROW_KEYS: "" });
    expect(await checkErasedDetails()).toEqual({ ok: true });
  });

  it("are not signed anew where no known key has signed them", async () => {
    const { userId } = await createPerson();
    const place = await look(userId);
    await erasePerson(null, `${userId}@example.org`);
    await seal();
    use({ AUDIT_OLD_ROW_KEYS: Buffer.alloc(32, 7).toString("base64url") });
    const forged = `UPDATE audit_event SET erased_mac = '\\x${"00".repeat(36)}' WHERE place = ${place}`;
    const found = { ok: false, place, why: "detail-blanked" };
    const checkAnew = async () => {
      expect(await signBlanksAnew()).toBe(0);
      return checkErasedDetails();
    };
    expect(await tamper([forged], checkAnew)).toEqual(found);
    use({ AUDIT_OLD_ROW_KEYS: "" });
  });

  it("may not lose the row that says that they were erased", async () => {
    const { userId } = await createPerson();
    const place = await look(userId);
    await erasePerson(null, `${userId}@example.org`);
    await seal();
    expect(await checkErasedDetails()).toEqual({ ok: true });
    await db()
      .$executeRaw`DELETE FROM audit_event WHERE id = (SELECT erased_by FROM audit_event WHERE place = ${place})`;
    expect(await checkErasedDetails()).toEqual({ ok: false, place, why: "detail-blanked" });
  });
});

describe("another key of rows", () => {
  const change = (AUDIT_ROW_KEY: string, AUDIT_OLD_ROW_KEYS: string) =>
    use({ AUDIT_ROW_KEY, AUDIT_OLD_ROW_KEYS });

  it("leaves erased details, and the beginning of signed events, what they are", async () => {
    const before = settings().AUDIT_ROW_KEY;
    const next = Buffer.alloc(32, 9).toString("base64url");
    await db().$executeRaw`TRUNCATE audit_event, audit_leaf, audit_checkpoint, run_seal`;
    await endRun();
    const { userId } = await createPerson();
    const other = await look("another");
    await look(userId);
    await erasePerson(null, `${userId}@example.org`);
    await seal();
    change(next, before);
    await signBlanksAnew();
    change(next, "");
    expect(await checkErasedDetails()).toEqual({ ok: true });
    processSlot<true>("events-signed").value = undefined;
    expect(await areEventsSigned(kysely())).toBe(true);
    const found = { ok: false, place: other, why: "detail-blanked" };
    expect(await tamper([await blankOf(other)], checkBoth)).toEqual([true, found]);
    change(before, "");
  });
});

describe("a trail from before erasures were signed", () => {
  it("keeps what was erased by then, and takes no more without a MAC", async () => {
    await db().$executeRaw`TRUNCATE audit_event, audit_leaf, audit_checkpoint, run_seal`;
    const signed = processSlot<true>("events-signed");
    signed.value = undefined;
    const event = {
      actorId: null,
      action: "run.ended",
      target: "run:x",
      outcome: "allowed",
    } as const;
    const runId = randomUUID();
    const other = { id: "old:1", version: "0.0.1", runs: 0, streams: 0, takeovers: 0, memory: 1n };
    await db().instance.create({ data: { ...other, isDraining: false } });
    await recordAudit(kysely(), { ...event, runId, detail: { status: "complete", reason: null } });
    const [early, later] = [await look("somebody"), await look("somebody")];
    await db().$executeRawUnsafe(await blankOf(early));
    signed.value = undefined;
    expect(await checkErasedDetails()).toEqual({ ok: true });
    await db().instance.deleteMany();
    await endRun();
    const row = await db().auditEvent.findFirst({
      where: { action: "trail.signed", detail: { path: ["what"], equals: "events" } },
    });
    expect(row?.detail).toMatchObject({ what: "events", blanks: { rows: 1 } });
    expect(await checkErasedDetails()).toEqual({ ok: true });
    await db().$executeRawUnsafe(await blankOf(later));
    expect(await checkErasedDetails()).toMatchObject({ ok: false, why: "detail-blanked" });
  });
});
