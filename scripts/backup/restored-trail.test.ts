/** A backup that is restored over a trail that goes on: what the trail says of the time in between is no edit, and an edit still is. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "../../lib/access/actor.ts";
import { toAnchor } from "../../lib/audit/checkpoint.ts";
import { NO_ARTIFACTS } from "../../lib/contracts/run/run-work.ts";
import { banAccount, unbanAccount } from "../../lib/db/accounts/ban-account.ts";
import { leaveAccount } from "../../lib/db/accounts/leave-account.ts";
import { recordRole } from "../../lib/db/accounts/record-role.ts";
import { recordAudit } from "../../lib/db/audit/record-audit.ts";
import { sealTrail } from "../../lib/db/audit/seal/seal-trail.ts";
import { trailKeys } from "../../lib/db/audit/trail-keys.ts";
import { closeDatabase, db, kysely } from "../../lib/db/client.ts";
import { giveFeedback } from "../../lib/db/conversations/give-feedback.ts";
import { eraseConversation } from "../../lib/db/erasure/erase.ts";
import { recordSettings } from "../../lib/db/instances/record-settings.ts";
import { ensureDefaultPolicies } from "../../lib/db/policies/ensure-default-policies.ts";
import { lockPolicies, recordPolicyChanges } from "../../lib/db/policies/record-policy-changes.ts";
import { contestAnswer } from "../../lib/db/review/contest-answer.ts";
import { storeVerdict } from "../../lib/db/review/judge-case.ts";
import { takeCase } from "../../lib/db/review/take-case.ts";
import { verdictOf } from "../../lib/db/review/testing/verdicts.ts";
import { finishRun } from "../../lib/db/runs/finish/finish-run.ts";
import { revokeShare, shareConversation } from "../../lib/db/shares/share-conversation.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_TOTALS,
  newTurn,
} from "../../lib/db/testing/turn-fixtures.ts";
import { createTurn } from "../../lib/db/turns/create-turn.ts";
import { checkRecent } from "../../lib/jobs/check-recent.ts";
import { findFaults } from "../../lib/jobs/check-trail.ts";
import { NODE, ROOT } from "../setup/paths.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const folder = mkdtempSync(join(tmpdir(), "halfsilver-restored-"));
const anchors = join(folder, "anchors.txt");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.HALFSILVER_ANCHOR_FILE = anchors;
});
afterAll(async () => {
  await closeDatabase();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Seals, and writes the anchor as the server does. */
async function seal(): Promise<void> {
  const sealed = await sealTrail(trailKeys(), null);
  if (sealed?.note) writeFileSync(anchors, toAnchor(sealed.note), { flag: "a" });
}

async function run(program: string, ...args: string[]) {
  await closeDatabase();
  const path = join(ROOT, `scripts/${program}.ts`);
  const child = spawn(NODE, ["--conditions=react-server", path, ...args], { env: process.env });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (part: Buffer) => {
      said += part.toString();
    });
  const [code] = await once(child, "close");
  return { said, code };
}

type Turn = { runId: string; conversationId: string; answerMessageId: string; person: Actor };

/** A turn that has not ended. */
async function begin(): Promise<Turn> {
  const person = await createPerson();
  const begun = await createTurn(person, newTurn());
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return Object.assign(begun.turn, { person });
}

async function end({ runId, person }: Turn): Promise<void> {
  const ended = { ending: "complete", reason: null } as const;
  const events = eventsOf(runId, [{ type: "run.ended", ...ended }]);
  const stored = { totals: NO_TOTALS, runId, userId: person.userId, leaseOwner: LEASE_OWNER };
  const whole = { ...NO_ARTIFACTS, ...ended, ...stored, answer: "An answer", events };
  expect(await finishRun(whole)).toBe(true);
}

async function talk(): Promise<Turn> {
  const turn = await begin();
  await end(turn);
  return turn;
}

const judge = ({ person, answerMessageId }: Turn, verdict: "up" | "down", words = "") =>
  giveFeedback(person, { answerMessageId, feedback: { verdict, words } });
const contest = ({ person, answerMessageId }: Turn, words: string) =>
  contestAnswer(person, { answerMessageId, what: "not-true", words });
const emailOf = async ({ userId }: Actor) =>
  (await db().user.findUniqueOrThrow({ where: { id: userId } })).email;

async function take({ userId }: Actor, role: Actor["role"]): Promise<void> {
  await db().user.update({ where: { id: userId }, data: { role } });
  await recordRole(userId);
}

async function switchPolicy(enabled: boolean): Promise<void> {
  await db().policy.updateMany({ data: { enabled } });
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockPolicies(transaction);
      await recordPolicyChanges(transaction);
    });
}

const POLICY = {
  name: "first",
  text: "permit (principal, action, resource);",
  mode: "observe",
  enabled: true,
} as const;

/** All checks there are. */
async function expectNothing(): Promise<void> {
  expect((await findFaults()).found).toEqual([]);
  expect(await checkRecent({})).toEqual([]);
}

let turn: Turn;
let other: Turn;
let reviewer: Actor;

async function review({ runId }: Turn, note: string): Promise<void> {
  expect(await takeCase(reviewer, runId)).toBe(runId);
  await storeVerdict(reviewer, runId, verdictOf({ upheld: false, told: "", note }));
}

/** Everything that a person, an operator or a start leaves behind the backup. */
async function workOn(link: string): Promise<void> {
  await judge(turn, "down", "worse");
  await judge(other, "up");
  await review(turn, "behind the backup");
  await contest(other, "behind the backup");
  await revokeShare(turn.person, { shareLinkId: link });
  const { conversationId } = other;
  await shareConversation(other.person, { conversationId, isNamed: true });
  await take(turn.person, "admin");
  await banAccount(await emailOf(other.person), null);
  expect(await leaveAccount(other.person)).toMatchObject({ ok: true });
  await switchPolicy(false);
  await recordSettings({ BETTER_AUTH_SECRET: "one", SHARE_LINKS: "off" });
  await seal();
}

it("is not suspected, and an edit of what was restored is found", async () => {
  const backup = join(folder, "one.backup");
  await ensureDefaultPolicies([POLICY]);
  await recordSettings({ BETTER_AUTH_SECRET: "one" });
  turn = await talk();
  other = await talk();
  const erased = await talk();
  const judged = await talk();
  const cut = await begin();
  const waiting = await begin();
  await judge(turn, "down");
  const { conversationId } = turn;
  const { id: link } = await shareConversation(turn.person, { conversationId, isNamed: true });
  await take(other.person, "auditor");
  reviewer = { ...(await createPerson()), role: "auditor" };
  await take(reviewer, "auditor");
  await contest(turn, "before the backup");
  await contest(judged, "before the backup");
  await review(judged, "before the backup");
  await seal();
  // In the backup without its place, which it gets later.
  await judge(turn, "up", "better");
  expect(await run("backup/backup", "--to", backup)).toMatchObject({ code: 0 });

  await seal();
  await end(cut);
  const lost = await talk();
  await eraseConversation(null, erased.conversationId);
  await workOn(link);
  // Their rows wait when the server ends, and the file of erasures is gone.
  await end(waiting);
  const lostToo = await talk();
  await judge(other, "down");
  rmSync(`${anchors}.erasures`);

  const restored = await run("backup/restore", "--from", backup, "--replace");
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("Erased again: 1.") });
  const { conversationId: gone } = erased;
  expect(await db().conversation.findUnique({ where: { id: gone } })).toBeNull();
  const ids = [lost.runId, lostToo.runId];
  expect(await db().run.count({ where: { id: { in: ids } } })).toBe(0);
  expect(await db().feedback.findMany()).toMatchObject([{ verdict: "up", words: "better" }]);
  expect(await db().reviewVerdict.findMany()).toMatchObject([{ note: "before the backup" }]);
  expect(await db().reviewCase.count({ where: { state: "open" } })).toBe(1);
  await expectNothing();
  await seal();
  await expectNothing();
  expect(await run("audit/verify")).toMatchObject({ code: 0 });

  await recordRole(turn.person.userId);
  await recordRole(other.person.userId);
  const { id: again } = await db().shareLink.findFirstOrThrow();
  await workOn(again);
  await expectNothing();
  await judge(await talk(), "up");
  await unbanAccount(await emailOf(other.person));
  await seal();
  await expectNothing();
  expect(await run("audit/verify")).toMatchObject({ code: 0 });

  // What the rows between backup and restore said, counts no more, not even where a row of nobody says so.
  await db()
    .$executeRaw`UPDATE feedback SET verdict = 'up' WHERE answer_message_id = ${turn.answerMessageId}::uuid`;
  await recordForged();
  const found = await findFaults();
  expect(found.found).toContainEqual(
    expect.objectContaining({ fault: "feedback-edited", runId: turn.runId }),
  );
  expect(await run("audit/verify")).toMatchObject({ code: 1 });
});

/** As if a backup had been restored of before all that is on record. */
async function recordForged(): Promise<void> {
  const detail = { name: "forged", sha256: "", erasedAgain: 0, runIds: [], lost: null };
  const [{ size } = { size: 0 }] = await db().$queryRaw<{ size: number }[]>`
    SELECT count(*)::int AS size FROM audit_leaf`;
  const missed = { from: 0, before: size, except: [], waiting: [] };
  const about = { actorId: null, target: "database", outcome: "allowed" } as const;
  const restored = { action: "backup.restored", detail: { ...detail, missed } } as const;
  const id = await recordAudit(kysely(), { ...about, ...restored });
  await db()
    .$executeRaw`UPDATE audit_event SET detail = jsonb_set(detail, '{name}', '"other"') WHERE id = ${id}::uuid`;
}
