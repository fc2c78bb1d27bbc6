/** Runs that the owner of the database puts there: nobody answers them, and they are found. Runs of earlier versions are not suspected. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { processSlot } from "../../../env/process-wide.ts";
import { db, kysely } from "../../client.ts";
import { eraseConversation, erasePerson } from "../../erasure/erase.ts";
import { interruptOrphanedRuns } from "../../runs/lease/sweep-expired-runs.ts";
import { takeOverRun } from "../../runs/lease/take-over-run.ts";
import { endRun, seal, tamper } from "../../testing/trail-fixtures.ts";
import { createPerson, newTurn, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { findEditsOfRuns } from "../covered/find-edits.ts";
import { findAddedMessages } from "../covered/runs/find-edited-questions.ts";
import { findAddedRuns } from "../covered/runs/find-stray-rows.ts";
import { openFindings } from "../found/trail-findings.ts";
import { recordAudit } from "../record-audit.ts";
import { checkRuns } from "./read-runs.ts";

provideTestDatabase();

const OWNER = { leaseOwner: "next-process", leaseMs: 60_000 };

async function begin() {
  const begun = await createTurn(await createPerson(), newTurn({ leaseMs: -1_000 }));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return begun.turn;
}

type Added = { runId?: string; status: string; startedAt?: Date };

/** A question and an answer of this person, as SQL can put them there. */
async function addTurn(userId: string, { runId = randomUUID(), status, startedAt }: Added) {
  const [conversationId, question, answer] = [randomUUID(), randomUUID(), randomUUID()];
  await db().$executeRaw`INSERT INTO conversation (id, user_id, title)
    VALUES (${conversationId}::uuid, ${userId}, 'x')`;
  await db()
    .$executeRaw`INSERT INTO message (id, conversation_id, ordinal, role, content, author_id, parent_id)
    VALUES (${question}::uuid, ${conversationId}::uuid, 1, 'user', 'I confess.', ${userId}, NULL),
      (${answer}::uuid, ${conversationId}::uuid, 2, 'assistant', '', NULL, ${question}::uuid)`;
  await db()
    .$executeRaw`INSERT INTO run (id, conversation_id, user_id, user_message_id, answer_message_id, agent_id, status,
      lease_owner, lease_until, started_at)
    VALUES (${runId}::uuid, ${conversationId}::uuid, ${userId}, ${question}::uuid, ${answer}::uuid, 'general', ${status}, 'x',
      now() - interval '1 hour', ${startedAt ?? new Date()})`;
  return { runId, name: `conversation:${conversationId}`, conversationId };
}

const remove = (id: string) => db().conversation.delete({ where: { id } });
const found = async () => [...(await findAddedMessages()), ...(await findAddedRuns())];
const signedRows = async () =>
  (await db().auditEvent.findMany({ where: { action: "trail.signed" } })).map(
    ({ detail }) => detail,
  );

describe("a trail that began with this version", () => {
  it("needs no row that says so", async () => {
    const { runId } = await endRun();
    const end = await db().auditEvent.findFirst({ where: { runId, action: "run.ended" } });
    expect(end?.detail).toMatchObject({ log: { begun: true } });
    expect([await signedRows(), await found(), await openFindings()]).toEqual([[], [], []]);
  });

  it("remembers it when the person of its first run is erased", async () => {
    const first = { where: { action: "run.ended" }, orderBy: { place: "asc" } } as const;
    const { subjectId } = await db().auditEvent.findFirstOrThrow(first);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: subjectId ?? "" } });
    expect(await erasePerson(null, email)).toMatchObject({ ok: true });
    await seal();
    processSlot("runs-signed").value = undefined;
    const other = (await createPerson()).userId;
    const { name, conversationId } = await addTurn(other, {
      status: "complete",
      startedAt: new Date(0),
    });
    await endRun();
    expect(await found()).toEqual([expect.objectContaining({ fault: "message-added", name })]);
    await remove(conversationId);
    expect([await signedRows(), await found()]).toEqual([[], []]);
  });

  it("finds a whole turn that was added, whenever it is said to have begun", async () => {
    const { userId } = await createPerson();
    const added = await addTurn(userId, { status: "complete", startedAt: new Date(0) });
    expect(await found()).toMatchObject([{ fault: "message-added", name: added.name }]);
    await remove(added.conversationId);
  });

  it("finds a turn under the id of a run that was erased", async () => {
    const { person, runId, conversationId } = await endRun();
    expect(await eraseConversation(null, conversationId)).toMatchObject({ ok: true });
    await seal();
    expect([await found(), await checkRuns()]).toMatchObject([[], { ok: true }]);
    const added = await addTurn(person.userId, { runId, status: "complete" });
    expect(await found()).toMatchObject([{ fault: "run-added", runId }]);
    expect(await checkRuns()).toMatchObject({ ok: false, runId, why: "answer-changed" });
    await remove(added.conversationId);
  });

  it("finds a run that is said to go on", async () => {
    const { userId } = await createPerson();
    const honest = await begin();
    const added = await addTurn(userId, { status: "running" });
    expect(await found()).toMatchObject([{ fault: "message-added", name: added.name }]);
    await remove(added.conversationId);
    await interruptOrphanedRuns([honest.runId]);
    await seal();
    expect(await openFindings()).toEqual([]);
  });

  it("takes over a run of which nothing is logged yet", async () => {
    const { runId } = await begin();
    expect(await takeOverRun(runId, OWNER)).toMatchObject({ chain: { begun: true } });
  });

  it.each([
    ["words", "UPDATE message SET content = 'x' WHERE id = $question"],
    ["place", "UPDATE message SET branch = 7 WHERE id = $question"],
    ["role", "UPDATE message SET role = 'assistant' WHERE id = $question"],
    ["answer's place", "UPDATE message SET ordinal = 700 WHERE id = $answer"],
    ["MAC", "UPDATE run SET mac = NULL WHERE id = $run"],
    [
      "MAC, of another run",
      "UPDATE run SET mac = (SELECT mac FROM run WHERE id <> $run AND mac IS NOT NULL LIMIT 1) WHERE id = $run",
    ],
    [
      "person",
      `UPDATE run SET user_id = (SELECT id FROM "user" WHERE id <> user_id LIMIT 1) WHERE id = $run`,
    ],
  ])("does not go on with a run that has other %s", async (_what, statement) => {
    const { runId, userMessageId, answerMessageId } = await begin();
    await db().$executeRawUnsafe(
      statement
        .replaceAll("$question", `'${userMessageId}'`)
        .replaceAll("$answer", `'${answerMessageId}'`)
        .replaceAll("$run", `'${runId}'`),
    );
    expect(await takeOverRun(runId, OWNER)).toBe("forged");
    await interruptOrphanedRuns([runId]);
  });

  it("does not answer a question that nobody asked, and tells it", async () => {
    const { userId } = await createPerson();
    const { runId } = await addTurn(userId, { status: "running" });
    expect(await takeOverRun(runId, OWNER)).toBe("forged");
    expect(await interruptOrphanedRuns([runId])).toEqual([runId]);
    await seal();
    expect(await db().runSeal.findUnique({ where: { runId } })).toBeNull();
    expect(await openFindings()).toContainEqual(
      expect.objectContaining({ fault: "log-forged", runId, seq: 1 }),
    );
  });
});

describe("a restored backup that did not have a run to its end", () => {
  /** The run is gone, and a row of ours says so. */
  async function lose() {
    const { runId, person, conversationId } = await endRun();
    await recordRestore([runId]);
    return { runId, person, conversationId };
  }
  const edits = async (runId: string) =>
    (await findEditsOfRuns(kysely(), sql`run.id = ${runId}::uuid`)).filter(
      ({ fault }) => fault === "run-added",
    );

  it.each(["complete", "interrupted", "failed"])(
    "has no other turn under its id, whatever its status: %s",
    async (status) => {
      const { runId, person, conversationId } = await lose();
      await remove(conversationId);
      expect(await edits(runId)).toEqual([]);
      await addTurn(person.userId, { runId, status });
      expect(await edits(runId)).toMatchObject([{ fault: "run-added", runId }]);
    },
  );

  it.each([
    ["question", "UPDATE message SET content = 'I confess.' WHERE role = 'user'"],
    ["place", "UPDATE message SET ordinal = ordinal + 100"],
    ["MAC", "UPDATE run SET mac = NULL WHERE status <> 'running'"],
  ])("may have the run as it began, with no other %s", async (_what, statement) => {
    const { runId } = await lose();
    expect(await edits(runId)).toEqual([]);
    expect(await tamper([statement], () => edits(runId))).toMatchObject([
      { fault: "run-added", runId },
    ]);
  });

  it("excuses no other answer of a run that is whole, with and without its log", async () => {
    const { runId } = await lose();
    const forge = `UPDATE message SET content = 'forged' FROM run
      WHERE run.answer_message_id = message.id AND run.id = '${runId}'`;
    const remove = `DELETE FROM run_event WHERE run_id = '${runId}'`;
    const whole = `UPDATE run SET status = 'complete' WHERE id = '${runId}'`;
    const check = () => checkRuns([runId]);
    expect(await tamper([remove, forge], check)).toMatchObject({ ok: true });
    expect(await tamper([whole], check)).toMatchObject({ ok: true });
    for (const statements of [
      [whole, forge],
      [whole, remove, forge],
    ])
      expect(await tamper(statements, check)).toMatchObject({ ok: false, why: "answer-changed" });
  });
});

/** As `npm run restore` records it where the trail goes on. */
const recordRestore = (runIds: string[]) =>
  recordAudit(kysely(), {
    actorId: null,
    action: "backup.restored",
    target: "database",
    outcome: "allowed",
    detail: { name: "x", sha256: "x", erasedAgain: 0, runIds, lost: null },
  });

describe("a trail from before runs had MACs", () => {
  it("takes its runs, says which they are, and takes no more of them", async () => {
    const { userId } = await createPerson();
    const old = await addTurn(userId, { status: "complete", startedAt: new Date(0) });
    const other = await addTurn(userId, { status: "complete", startedAt: new Date(0) });
    const waits = await addTurn(userId, { status: "running" });
    // The first end that is on record does not say that its run had a MAC.
    processSlot("runs-signed").value = undefined;
    await db().auditEvent.updateMany({ where: { action: "run.ended" }, data: { action: "x" } });
    await endOfOlder();
    await seal();
    expect(await signedRows()).toMatchObject([
      { what: "runs", runs: { rows: expect.any(Number) }, unbegun: [waits.runId] },
    ]);
    const named = async () => (await found()).map(({ fault, runId }) => [fault, runId]);
    expect(await named()).toEqual([]);

    const added = await addTurn(userId, { status: "complete", startedAt: new Date(0) });
    expect(await named()).toEqual([["run-added", null]]);
    await remove(added.conversationId);
    expect(await named()).toEqual([]);
    expect(await eraseConversation(null, old.conversationId)).toMatchObject({ ok: true });
    expect(await named()).toEqual([]);
    await seal();
    expect(await named()).toEqual([]);
    await remove(other.conversationId);
    expect(await named()).toEqual([["run-added", null]]);

    expect(await takeOverRun(waits.runId, OWNER)).toMatchObject({ chain: { begun: null } });
    const another = await createPerson();
    const late = await addTurn(another.userId, { status: "running" });
    expect(await takeOverRun(late.runId, OWNER)).toBe("forged");
  });
});

/** A run that an instance of the version before began and ended. */
async function endOfOlder(): Promise<void> {
  const { runId } = await begin();
  await db().run.update({ where: { id: runId }, data: { mac: null } });
  expect(await takeOverRun(runId, { ...OWNER, leaseMs: -1_000 })).toMatchObject({
    chain: { begun: null },
  });
  expect(await interruptOrphanedRuns([runId])).toEqual([runId]);
  expect(await kysely().selectFrom("run").select("mac").where("id", "=", runId).execute()).toEqual([
    { mac: null },
  ]);
}
