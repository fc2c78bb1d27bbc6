/** One statement that keeps a verdict from returning, or brings a forgotten exchange back, is found; what reviewers do is not. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../../../access/actor.ts";
import { db, kysely } from "../../../client.ts";
import { confirmTold } from "../../../review/forget/forget-exchange.ts";
import { returnVerdicts } from "../../../review/forget/return-verdicts.ts";
import { storeVerdict } from "../../../review/judge-case.ts";
import { undoVerdict } from "../../../review/judging/undo-verdict.ts";
import { takeCase } from "../../../review/take-case.ts";
import { contest, type EndedTurn, endedTurn } from "../../../review/testing/contested-turn.ts";
import { settle, verdictOf } from "../../../review/testing/verdicts.ts";
import { createPerson, provideTestDatabase } from "../../../testing/turn-fixtures.ts";
import { recordAudit } from "../../record-audit.ts";
import { findEdits } from "../find-edits.ts";

provideTestDatabase();

let turn: EndedTurn;
let auditor: Actor;

const MINUTE_MS = 60_000;

/** The clock of who writes to the trail. */
const clockAt = (minutesAgo: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.now() - minutesAgo * MINUTE_MS) });

beforeEach(async () => {
  await db().reviewCase.deleteMany();
  turn = await endedTurn();
  auditor = await createPerson("auditor");
  await contest(turn);
});

afterEach(() => void vi.useRealTimers());

const judge = async (change: Parameters<typeof verdictOf>[0] = {}, by = auditor) => {
  await takeCase(by, turn.runId);
  await storeVerdict(by, turn.runId, verdictOf(change));
};

const give = async (change: Parameters<typeof verdictOf>[0] = {}, by = auditor) => {
  await judge(change, by);
  await settle();
  await returnVerdicts();
};

const faults = async () =>
  (await findEdits()).filter(({ runId }) => runId === turn.runId).map(({ fault }) => fault);

/** A conversation that the user-management service has, too. */
const meetService = () =>
  db().hiddenState.create({
    data: {
      id: randomUUID(),
      conversationId: turn.conversationId,
      messageId: turn.answerMessageId,
      agentId: "user-management",
      version: 1,
      state: { ums_conversation_id: "x" },
      bytes: 1,
    },
  });

const runSql = (statement: string) => db().$executeRawUnsafe(statement);

describe("an exchange that left memory", () => {
  it.each([
    "UPDATE forgotten_run SET at = 'infinity'",
    "UPDATE forgotten_run SET at = at + interval '2 hours'",
    "UPDATE forgotten_run SET at = at - interval '2 hours'",
    "UPDATE forgotten_run SET told_at = NULL",
  ])("is found otherwise: %s", async (statement) => {
    await give({ forget: true });
    expect(await faults()).toEqual([]);
    expect(await runSql(statement)).toBeGreaterThan(0);
    expect(await faults()).toEqual(["review-edited"]);
  });

  it("is found marked as told, where the service did not confirm it", async () => {
    await meetService();
    await give({ forget: true });
    expect(await faults()).toEqual([]);
    await runSql("UPDATE forgotten_run SET told_at = now()");
    expect(await faults()).toEqual(["review-edited"]);
  });

  it.each(["now() - interval '2 hours'", "NULL", "'infinity'"])(
    "is told with a row, and found with another time: %s",
    async (time) => {
      await meetService();
      await give({ forget: true });
      await confirmTold(turn.runId);
      await confirmTold(turn.runId);
      const rows = { action: "exchange.told", runId: turn.runId };
      expect(await db().auditEvent.count({ where: rows })).toBe(1);
      expect(await faults()).toEqual([]);
      await runSql(`UPDATE forgotten_run SET told_at = ${time}`);
      expect(await faults()).toEqual(["review-edited"]);
    },
  );
});

describe("a verdict", () => {
  it.each([
    "UPDATE review_verdict SET stated_at = now()",
    "UPDATE review_verdict SET at = 'infinity'",
  ])("is found that does not return: %s", async (statement) => {
    await judge({ forget: true });
    expect(await faults()).toEqual([]);
    await runSql(statement);
    expect(await faults()).toEqual(["review-edited"]);
    await settle();
    await returnVerdicts();
    expect(await faults()).toEqual(["review-edited"]);
  });

  it.each(["UPDATE review_case SET state = 'open'", "UPDATE review_case SET asks = 2"])(
    "is found once it should have returned: %s",
    async (statement) => {
      clockAt(60);
      await judge();
      await settle();
      await runSql(statement);
      await returnVerdicts();
      clockAt(-45);
      await goOn();
      expect(await faults()).toEqual(["review-edited"]);
    },
  );

  it("of a decision between two, and of who decided, is found that does not return", async () => {
    await runSql("UPDATE review_case SET asks = 2");
    await judge({ upheld: true });
    const other = await createPerson("auditor");
    await judge({ upheld: false, answers: { true: true, asked: true, acts: "as-agreed" } }, other);
    await settle();
    await runSql("UPDATE review_verdict SET stated_at = now()");
    expect(await faults()).toEqual([]);
    await judge({ upheld: true, forget: true }, await createPerson("auditor"));
    expect(await faults()).toEqual([]);
    await runSql("UPDATE review_verdict SET stated_at = now()");
    expect(await faults()).toEqual(["review-edited"]);
  });

  it("is not suspected: corrected, taken back, and decided by two or three", async () => {
    await give({ upheld: false });
    await storeVerdict(auditor, turn.runId, verdictOf({ forget: true }), "correct");
    await undoVerdict(auditor, turn.runId);
    expect(await faults()).toEqual([]);
    await storeVerdict(auditor, turn.runId, verdictOf({ forget: true }), "correct");
    expect(await faults()).toEqual([]);
    await settle();
    await returnVerdicts();
    expect(await faults()).toEqual([]);
  });

  it("is not suspected while another judge is waited for, however long", async () => {
    await runSql("UPDATE review_case SET asks = 2");
    clockAt(60);
    await give();
    clockAt(-45);
    await goOn();
    expect(await faults()).toEqual([]);
    await give({ forget: true }, await createPerson("auditor"));
    expect(await faults()).toEqual([]);
  });
});

/** The trail goes on behind the verdict. */
const goOn = () =>
  recordAudit(kysely(), {
    actorId: null,
    action: "audit.read",
    target: "audit",
    outcome: "allowed",
    detail: {},
  });
