/** A person's browser proves each line of their list, and finds what was changed, hidden or removed. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { checkLooks, LooksProof, type ShownLook } from "../../audit/bundle/looks-proof.ts";
import { LOOKS_MAX } from "../../contracts/limits.ts";
import { trailKeys } from "../audit/trail-keys.ts";
import { db } from "../client.ts";
import { applyRetention } from "../erasure/retention/apply-retention.ts";
import { openPayloads, recordReveal } from "../inspector/opening/payload-openings.ts";
import { recordSealedLook } from "../inspector/record-look.ts";
import { endRun, seal, tamper } from "../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { agreeToGlass, askForGlass } from "./glass-state.ts";
import { listLooks } from "./list-looks.ts";
import { proveLooks } from "./prove-looks.ts";

provideTestDatabase();

const REASON = "A complaint about this answer";
const FIELD = "states.hidden_goal";

let admin: Actor;
let run: Awaited<ReturnType<typeof endRun>>;
beforeAll(async () => {
  admin = await createPerson("admin");
  run = await endRun();
  const auditor = await createPerson("auditor");
  await openPayloads(admin, run.runId, REASON);
  await recordReveal(auditor, run.runId, { field: FIELD, reason: REASON });
  await openPayloads(admin, run.runId, REASON);
});

async function readShown(person: Actor): Promise<ShownLook[]> {
  const looks = await listLooks(person);
  return looks.map(({ id, at, what, reason, erased, conversation, place }) => ({
    id,
    place,
    at: at.toISOString(),
    what,
    reason,
    keptDays: erased?.rule === "age" ? erased.days : null,
    conversationId: conversation?.id ?? null,
  }));
}

/** As the page does, with what the answer says. */
async function check(
  person: Actor = run.person,
  alter: (looks: ShownLook[]) => ShownLook[] = (looks) => looks,
) {
  const proof = LooksProof.parse(JSON.parse(JSON.stringify(await proveLooks(person))));
  const looks = alter(await readShown(person));
  const { verifierKeys } = trailKeys();
  const shown = { looks, personId: person.userId, max: LOOKS_MAX, verifierKeys };
  const { lines, ...rest } = checkLooks(proof, shown);
  return { lines: looks.map(({ id }) => lines.get(id)), ...rest };
}

const proved = (seq: number, hasReason = true) => ({ ok: true, seq, hasReason });
const failed = (why: string) => ({ ok: false, why });

describe("a list of looks", () => {
  it("is proved line by line, with its numbers and without what is hidden", async () => {
    expect(await check()).toEqual({
      lines: [proved(3), proved(2), proved(1)],
      missing: [],
      isOutdated: false,
    });
    expect(JSON.stringify(await proveLooks(run.person))).not.toContain(FIELD);
  });

  it("keeps a reveal closed that names its field, as earlier versions wrote it", async () => {
    const { person, runId, conversationId } = await endRun();
    await recordSealedLook({
      actorId: admin.userId,
      action: "field.revealed",
      target: `run:${runId}`,
      outcome: "allowed",
      subjectId: person.userId,
      runId,
      detail: { conversationId, field: FIELD, reason: REASON },
    });
    expect(await check(person)).toMatchObject({ lines: [proved(1, false)] });
    expect(JSON.stringify(await proveLooks(person))).not.toContain(FIELD);
  });

  it("is empty for whoever nobody looked at, and says nothing of other people", async () => {
    expect(await check(await createPerson())).toEqual({
      lines: [],
      missing: [],
      isOutdated: false,
    });
  });

  it.each([
    ["the first", "asc", 0, { count: 1, after: 0, before: 2 }],
    ["one between others", "asc", 1, { count: 1, after: 1, before: 3 }],
    ["the newest", "desc", 0, { count: 1, after: 2, before: null }],
  ])("shows a gap where %s was removed from the database", async (_which, order, skip, gap) => {
    const remove = `DELETE FROM audit_event WHERE id = (SELECT event_id FROM audit_leaf
      WHERE subject_id = '${run.person.userId}' ORDER BY subject_seq ${order} OFFSET ${skip} LIMIT 1)`;
    expect(await tamper([remove], () => check())).toMatchObject({ missing: [gap] });
  });

  it("shows a gap where all were removed", async () => {
    const remove = `DELETE FROM audit_event WHERE subject_id = '${run.person.userId}'`;
    const missing = [{ count: 3, after: 0, before: null }];
    expect(await tamper([remove], () => check())).toMatchObject({ lines: [], missing });
  });

  it("does not prove a line that was changed, nor one that is shown as something else", async () => {
    const blank = `UPDATE audit_event SET detail = '{"reason":"none","conversationId":"x"}'
      WHERE action = 'payloads.opened'`;
    const lines = [failed("not-included"), proved(2), failed("not-included")];
    expect(await tamper([blank], () => check())).toMatchObject({ lines });
    const differing: Partial<ShownLook>[] = [
      { reason: "another" },
      { reason: null },
      { at: "2026-01-01T00:00:00.000Z" },
      { what: "field" },
      { place: 0 },
      { conversationId: run.runId },
    ];
    for (const change of differing) {
      const found = await check(run.person, (looks) =>
        looks.map((look, at) => (at === 0 ? { ...look, ...change } : look)),
      );
      expect(found.lines[0], JSON.stringify(change)).toEqual(failed("differs"));
    }
  });

  it("has the row by which a reason was erased for its age, for whoever needs it", async () => {
    const { person, runId } = await endRun();
    await openPayloads(admin, runId, REASON);
    await db().$executeRaw`UPDATE audit_event SET at = at - interval '40 days'
      WHERE subject_id = ${person.userId}`;
    await applyRetention("audit", 30);
    await seal();
    const { erasures } = await proveLooks(person);
    expect(erasures).toMatchObject([
      { leaf: { action: "retention.applied", subjectId: null }, opened: { detail: { days: 30 } } },
    ]);
    expect((await proveLooks(run.person)).erasures).toEqual([]);
  });

  it("does not count a line without a proof, and tells a page that is behind", async () => {
    const id = crypto.randomUUID();
    const invented = await check(run.person, (looks) => [
      ...looks,
      ...looks.slice(0, 1).map((look) => ({ ...look, id })),
    ]);
    expect(invented.lines.at(-1)).toEqual(failed("no-proof"));
    const behind = await check(run.person, (looks) => looks.slice(1));
    expect(behind).toMatchObject({ isOutdated: true, missing: [{ count: 1, before: null }] });
  });

  it("says nothing of looks that are not told while the glass is off", async () => {
    const second = await createPerson("admin");
    await askForGlass(admin, "off", REASON);
    await agreeToGlass(second);
    await openPayloads(second, run.runId, REASON);
    expect((await proveLooks(run.person)).last).toBeNull();
    expect(await check()).toMatchObject({ lines: [{}, {}, {}], missing: [], isOutdated: false });
  });
});
