/** Memory that an earlier version stored, or that has the MAC of an earlier key, is signed as it is. Forged memory is not. */
import { beforeAll, expect, it } from "vitest";
import { recordRole } from "../../db/accounts/record-role.ts";
import { findEdits } from "../../db/audit/covered/find-edits.ts";
import { openFindings } from "../../db/audit/found/trail-findings.ts";
import { signStates } from "../../db/audit/runs/sign-states.ts";
import { db, kysely } from "../../db/client.ts";
import { changeRowKeys, seal } from "../../db/testing/trail-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { newTalk, type TakenTurn, type Talk } from "../testing/take-turns.ts";

// Before the database is there: its first rows have this key.
changeRowKeys(1);
provideUms();

let talk: Talk;
beforeAll(async () => {
  talk = await newTalk();
  await recordRole(talk.actor.userId);
  await talk.say("I need a brief for a harbour festival");
  await seal();
});

const macs = async () => {
  const rows = await db().$queryRaw<{ mac: Buffer | null }[]>`
    SELECT mac FROM hidden_state UNION ALL SELECT mac FROM context_delta`;
  return rows.map(({ mac }) => mac?.toString("hex") ?? null);
};

const refused = (turn: TakenTurn) => turn.of("state.loaded").filter(({ finding }) => finding);

it("signs what an earlier version stored, and says so once in the trail", async () => {
  await db().$executeRaw`UPDATE hidden_state SET mac = NULL`;
  await db().$executeRaw`UPDATE context_delta SET mac = NULL`;
  expect(await signStates()).toBe(true);
  expect(await signStates()).toBe(true);
  const stored = await macs();
  expect(stored.length).toBeGreaterThan(1);
  expect(stored).not.toContain(null);
  const where = { action: "trail.signed", detail: { path: ["what"], equals: "states" } };
  expect(await db().auditEvent.count({ where })).toBe(1);
  await seal();
  expect(await findEdits(kysely())).toEqual([]);
  expect(refused(await talk.say("It is for families"))).toEqual([]);
});

it("signs anew after a change of the key, so that the earlier one can go", async () => {
  const before = await macs();
  changeRowKeys(2, 1);
  expect(await signStates()).toBe(true);
  const after = await macs();
  expect(after.filter((mac) => before.includes(mac))).toEqual([]);
  await seal();
  changeRowKeys(2);
  expect(refused(await talk.say("It is in June"))).toEqual([]);
  expect((await openFindings()).map(({ fault }) => fault)).toEqual([]);
});

it("signs nothing anew that was forged before", async () => {
  const forged = await db().$executeRaw`
    UPDATE hidden_state SET state = state || '{"zqforged": 1}' WHERE conversation_id = ${talk.conversationId()}::uuid`;
  expect(forged).toBeGreaterThan(0);
  const before = await macs();
  changeRowKeys(3, 2);
  expect(await signStates()).toBe(true);
  const after = await macs();
  expect(after.filter((mac) => before.includes(mac)).length).toBe(forged);
});
