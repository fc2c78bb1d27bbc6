/** Edits of columns that no seal binds are found where the trail or a sealed log says the same; an honest history is not suspected. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { NO_ARTIFACTS } from "../../../contracts/run/run-work.ts";
import { recordRole } from "../../accounts/record-role.ts";
import { db, kysely } from "../../client.ts";
import { giveFeedback } from "../../conversations/give-feedback.ts";
import { eraseConversation } from "../../erasure/erase.ts";
import { ensureDefaultPolicies } from "../../policies/ensure-default-policies.ts";
import { finishRun } from "../../runs/finish/finish-run.ts";
import { revokeShare, shareConversation } from "../../shares/share-conversation.ts";
import { endRun, seal, tamper } from "../../testing/trail-fixtures.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../../testing/turn-fixtures.ts";
import { createTurn } from "../../turns/create-turn.ts";
import { recordAudit } from "../record-audit.ts";
import { findEdits } from "./find-edits.ts";

provideTestDatabase();

const DRAFT = {
  name: "first",
  text: "permit (principal, action, resource);",
  mode: "observe",
  enabled: true,
} as const;

/** With a row of the role, as of an account that was saved. */
async function savePerson(role: Actor["role"]): Promise<Actor> {
  const person = await createPerson(role);
  const { userId } = person;
  const account = { actorId: null, target: `user:${userId}`, subjectId: userId } as const;
  await recordAudit(kysely(), {
    ...account,
    action: "account.saved",
    outcome: "allowed",
    detail: { by: "create-admin", role, password: true, nth: 1 },
  });
  return person;
}

/** A turn with a whole answer, whose run is sealed. */
async function talk(person: Actor) {
  const begun = await createTurn(person, newTurn());
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  const { turn } = begun;
  const ended = { ending: "complete", reason: null } as const;
  const stored = await finishRun({
    ...NO_ARTIFACTS,
    ...ended,
    totals: NO_TOTALS,
    runId: turn.runId,
    userId: person.userId,
    leaseOwner: LEASE_OWNER,
    answer: "An answer",
    events: eventsOf(turn.runId, [{ type: "run.ended", ...ended }]),
  });
  expect(stored).toBe(true);
  return turn;
}

let person: Actor;
let turn: Awaited<ReturnType<typeof talk>>;
let link: string;

/** An honest history of everything that is compared. */
beforeEach(async () => {
  await db().user.deleteMany();
  await db().policy.deleteMany();
  await db().auditEvent.deleteMany({ where: { place: null } });
  await ensureDefaultPolicies([DRAFT]);
  person = await savePerson("user");
  await savePerson("auditor");
  turn = await talk(person);
  const { answerMessageId, conversationId } = turn;
  await giveFeedback(person, { answerMessageId, feedback: { verdict: "down", words: "too long" } });
  ({ id: link } = await shareConversation(person, { conversationId, isNamed: true }));
  await seal();
});

const about = async () =>
  (await findEdits()).map(({ fault, place, runId, seq, name }) => ({
    fault,
    place,
    runId,
    seq,
    name,
  }));
const nowhere = { place: null, runId: null, seq: null, name: null };

async function placeOfEnd(): Promise<number> {
  const where = { action: "run.ended", runId: turn.runId };
  return Number((await db().auditEvent.findFirstOrThrow({ where })).place);
}

describe("an honest history", () => {
  it("is not suspected, and neither is what goes on", async () => {
    expect(await findEdits()).toEqual([]);
    const { answerMessageId, conversationId } = turn;
    for (const verdict of ["up", "down", "up"] as const) {
      await giveFeedback(person, { answerMessageId, feedback: { verdict, words: "" } });
      expect(await findEdits()).toEqual([]);
    }
    await giveFeedback(person, { answerMessageId, feedback: null });
    await shareConversation(person, { conversationId, isNamed: false });
    expect(await findEdits()).toEqual([]);
    const { id: shareLinkId } = await db().shareLink.findFirstOrThrow();
    await revokeShare(person, { shareLinkId });
    await db().user.update({ where: { id: person.userId }, data: { role: "admin" } });
    await recordRole(person.userId);
    await endRun();
    expect(await findEdits()).toEqual([]);
  });

  it("is not suspected where the clocks of two instances differ by minutes", async () => {
    const { answerMessageId, conversationId } = turn;
    const judge = (verdict: "up" | "down") =>
      giveFeedback(person, { answerMessageId, feedback: { verdict, words: "" } });
    const take = async (role: Actor["role"]) => {
      await db().user.update({ where: { id: person.userId }, data: { role } });
      await recordRole(person.userId);
    };
    await judge("up");
    await shareConversation(person, { conversationId, isNamed: false });
    await take("admin");
    await seal();
    // As an instance writes them whose clock is ahead.
    await db().$executeRaw`UPDATE audit_event SET at = at + interval '9 minutes'
      WHERE action IN ('feedback.given', 'share.updated', 'account.role-changed')`;
    await judge("down");
    await shareConversation(person, { conversationId, isNamed: true });
    await take("user");
    expect(await findEdits()).toEqual([]);
    await seal();
    expect(await findEdits()).toEqual([]);
    await recordRole(person.userId);
    const where = { action: "account.role-changed", subjectId: person.userId };
    expect(await db().auditEvent.count({ where })).toBe(2);
  });

  it("is not suspected where an answer is judged again as before", async () => {
    const { answerMessageId } = turn;
    for (const verdict of ["up", "down", "up"] as const) {
      await giveFeedback(person, { answerMessageId, feedback: { verdict, words: "" } });
      await seal();
    }
    await db().$executeRaw`UPDATE audit_event SET at = at + interval '9 minutes'
      WHERE action = 'feedback.given' AND detail->>'verdict' = 'down'`;
    expect(await findEdits()).toEqual([]);
  });

  it("is not suspected where it was erased, or has lost its details or its log", async () => {
    const other = await talk(person);
    await seal();
    await db().$executeRaw`UPDATE run_event SET payload = NULL WHERE run_id = ${other.runId}::uuid`;
    await db()
      .$executeRaw`UPDATE audit_event SET detail = '{}' WHERE action IN ('feedback.given', 'share.created')`;
    expect(await findEdits()).toEqual([]);
    expect(await eraseConversation(null, turn.conversationId)).toMatchObject({ ok: true });
    expect(await findEdits()).toEqual([]);
  });
});

describe("an edit by SQL", () => {
  it.each([
    ["the status of a run", `UPDATE run SET status = 'stopped'`],
    ["its reason", `UPDATE run SET reason = 'model-failed'`],
    ["how its answer ended", `UPDATE message SET ending = 'failed' WHERE role = 'assistant'`],
    ["why", `UPDATE message SET reason = 'model-failed' WHERE role = 'assistant'`],
  ])("is found: %s", async (_what, statement) => {
    await db().$executeRawUnsafe(statement);
    const place = await placeOfEnd();
    const end = { fault: "end-edited", runId: turn.runId, seq: 1, place, name: null };
    expect(await about()).toEqual([end]);
  });

  it.each(["admin", "auditor"])("is found: a person who became %s", async (role) => {
    await db().$executeRaw`UPDATE "user" SET role = ${role} WHERE id = ${person.userId}`;
    const name = `user:${person.userId}`;
    expect(await about()).toEqual([{ ...nowhere, fault: "role-edited", name }]);
  });

  it("is found: an operator whom no row made one", async () => {
    const { userId } = await createPerson("admin");
    const name = `user:${userId}`;
    expect(await about()).toEqual([{ ...nowhere, fault: "role-edited", name }]);
  });

  it.each([
    ["its text", `UPDATE policy SET text = 'forbid (principal, action, resource);'`],
    [
      "its mode",
      `UPDATE policy SET mode = CASE mode WHEN 'observe' THEN 'enforce' ELSE 'observe' END`,
    ],
    ["its switch", "UPDATE policy SET enabled = NOT enabled"],
  ])("is found: of a policy, %s", async (_what, statement) => {
    const [first] = await db().policy.findMany({ orderBy: { name: "asc" }, take: 1 });
    await db().$executeRawUnsafe(`${statement} WHERE name = '${first?.name}'`);
    const name = `${first?.name}, version ${first?.version}`;
    expect(await about()).toEqual([{ ...nowhere, fault: "policy-edited", name }]);
  });

  it.each([
    ["of the verdict", "UPDATE feedback SET verdict = 'up'"],
    ["of whether there are words", "UPDATE feedback SET words = ''"],
    ["of the words", "UPDATE feedback SET words = 'too short'"],
    ["of its salt", "UPDATE feedback SET salt = NULL"],
    ["that removes it", "DELETE FROM feedback"],
  ])("is found: of feedback, %s", async (_what, statement) => {
    await db().$executeRawUnsafe(statement);
    expect(await about()).toEqual([{ ...nowhere, fault: "feedback-edited", runId: turn.runId }]);
  });

  it("is found: feedback that nobody gave", async () => {
    const { answerMessageId, conversationId, runId } = await talk(person);
    await db().feedback.create({ data: { answerMessageId, conversationId, verdict: "up" } });
    expect(await about()).toEqual([{ ...nowhere, fault: "feedback-edited", runId }]);
  });

  it.each([
    ["the size of a checkpoint", "size = size + 1"],
    ["its subtrees", "subtrees = ''"],
    ["more subtrees", "subtrees = subtrees || subtrees"],
  ])("is found: %s", async (_what, edit) => {
    await seal();
    const { id, size } = await db().auditCheckpoint.findFirstOrThrow({ orderBy: { id: "asc" } });
    const edits = [`UPDATE audit_checkpoint SET ${edit} WHERE id = ${id}`];
    const place = Number(size);
    expect(await tamper(edits, about)).toEqual([{ ...nowhere, fault: "checkpoint-edited", place }]);
  });

  it.each([
    ["the newest checkpoint was removed", "DELETE FROM audit_checkpoint WHERE id = $newest"],
    [
      "an older checkpoint was put in as the newest",
      `INSERT INTO audit_checkpoint (id, size, subtrees, note, at)
        SELECT $newest + 1, size, subtrees, note, now() FROM audit_checkpoint ORDER BY id DESC OFFSET 1 LIMIT 1`,
    ],
  ])("is found: %s", async (_what, edit) => {
    await seal();
    await talk(person);
    await seal();
    const [newest, before] = await db().auditCheckpoint.findMany({ orderBy: { id: "desc" } });
    const edits = [edit.replace("$newest", String(newest?.id))];
    const place = Number(before?.size);
    expect(await tamper(edits, about)).toEqual([{ ...nowhere, fault: "cut-off", place }]);
  });

  it.each([
    [
      "with another turn",
      `UPDATE share_link SET copy = jsonb_set(copy, '{messages}', (copy->'messages') || '[{}]')`,
    ],
    ["whose turns are a number", `UPDATE share_link SET copy = jsonb_set(copy, '{messages}', '5')`],
    ["without a name", "UPDATE share_link SET shared_by = NULL"],
    ["of another token", `UPDATE share_link SET token_sha256 = repeat('0', 64)`],
    ["of another id", "UPDATE share_link SET id = gen_random_uuid()"],
  ])("is found: a shared link %s", async (_what, statement) => {
    await db().$executeRawUnsafe(statement);
    const name = `conversation:${turn.conversationId}`;
    expect(await about()).toEqual([{ ...nowhere, fault: "share-edited", name }]);
  });

  it("is found: two links whose tokens were exchanged", async () => {
    const { conversationId } = await talk(person);
    await shareConversation(person, { conversationId, isNamed: true });
    expect(await about()).toEqual([]);
    await db().$executeRaw`UPDATE share_link SET token_sha256 = token_sha256 || '-' `;
    await db()
      .$executeRaw`UPDATE share_link AS one SET token_sha256 = rtrim(other.token_sha256, '-')
      FROM share_link AS other WHERE other.id <> one.id`;
    const faults = (await about()).map(({ fault }) => fault);
    expect(faults).toEqual(["share-edited", "share-edited"]);
    // Rows of earlier versions do not say which token.
    await db().$executeRaw`UPDATE audit_event SET detail = detail - 'tokenSha256'`;
    expect(await about()).toEqual([]);
  });

  it("is found: a link that nobody made", async () => {
    const { conversationId } = await talk(person);
    const { copy } = await db().shareLink.findUniqueOrThrow({ where: { id: link } });
    await db().$executeRaw`INSERT INTO share_link (id, conversation_id, token_sha256, title, copy)
      VALUES (${randomUUID()}::uuid, ${conversationId}::uuid, 'x', 'x', ${JSON.stringify(copy)}::jsonb)`;
    const name = `conversation:${conversationId}`;
    expect(await about()).toEqual([{ ...nowhere, fault: "share-edited", name }]);
  });
});
