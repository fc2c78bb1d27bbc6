/** What an operator may read is decided once in a request: it does not change within one answer, and takes no second connection. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { recordAudit } from "../../db/audit/record-audit.ts";
import { kysely, pool } from "../../db/client.ts";
import { openPayloads, readOpenings } from "../../db/inspector/opening/payload-openings.ts";
import { readCompareCandidates } from "../../db/inspector/read-compared-run.ts";
import { recordRun } from "../../db/inspector/testing/recorded-run.ts";
import { EVENTS_PAGE_MAX } from "../../db/limits.ts";
import { seal } from "../../db/testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { forgetSettings } from "../../env/settings.ts";
import { exportRun } from "../run/export-run.ts";
import { inspectRun } from "../run/inspect-run.ts";

provideTestDatabase();
process.env.PAYLOAD_REASON = "required";

const ASKED = "zqasked";
const SAID: LogEventBody = {
  type: "tool.called",
  hopRef: "h1",
  toolCallId: "call_ab12cd34",
  tool: "web_search@1",
  arguments: { query: "zqsecret" },
  argsSha256: "a".repeat(64),
  planStepId: null,
  writes: false,
};
const STATUS: LogEventBody = { type: "status.changed", status: "thinking" };

let admin: Actor;
let runId: string;

beforeAll(async () => {
  const person = await createPerson();
  const events = [...Array.from({ length: EVENTS_PAGE_MAX }, () => STATUS), SAID];
  runId = (await recordRun(person, { text: ASKED, events })).runId;
});

beforeEach(async () => {
  admin = await createPerson("admin");
});

afterEach(() => {
  vi.useRealTimers();
  delete process.env.PAYLOAD_OPEN_MINUTES;
  forgetSettings();
});

/** Opens the run two minutes ago. @returns what ends the opening */
async function openBefore(): Promise<() => Promise<void>> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 120_000 });
  await openPayloads(admin, runId, "A complaint");
  vi.useRealTimers();
  return async () => {
    process.env.PAYLOAD_OPEN_MINUTES = "1";
    forgetSettings();
    expect((await readOpenings(admin)).has(runId)).toBe(false);
  };
}

describe("what an operator may read", () => {
  it("is the same in one answer, although the reason ends in the middle of it", async () => {
    const end = await openBefore();
    const locking = await pool().connect();
    await locking.query("BEGIN");
    await locking.query("LOCK TABLE run IN ACCESS EXCLUSIVE MODE");
    const answer = inspectRun(admin, runId);
    const waiting = async () =>
      (await locking.query("SELECT FROM pg_locks WHERE relation = 'run'::regclass AND NOT granted"))
        .rowCount;
    await expect.poll(waiting).toBe(1);
    await end();
    await locking.query("COMMIT");
    locking.release();
    const { run, messages } = await answer;
    expect(run).toMatchObject({ question: ASKED, conversation: { title: ASKED } });
    expect(messages[0]).toMatchObject({ content: ASKED });
    expect((await inspectRun(admin, runId)).run).toMatchObject({ masked: true });
  });

  it("is the same from the first to the last line of an export", async () => {
    const end = await openBefore();
    const lines = exportRun(admin, runId, await registeredPrompts());
    const first = await lines.next();
    await end();
    const rest = await Array.fromAsync(lines);
    const file = [first.value, ...rest].join("");
    expect(file).toContain(ASKED);
    expect(file).toContain("zqsecret");
    expect(file).not.toContain('"withheld":"masked"');
  });

  it.each([
    ["a run", () => inspectRun(admin, runId)],
    ["what it can be compared with", () => readCompareCandidates(admin, runId)],
  ])("is decided for %s on the one connection that is left", async (_name, read) => {
    await recordAudit(kysely(), {
      actorId: admin.userId,
      action: "payloads.opened",
      target: `run:${runId}`,
      outcome: "allowed",
      runId,
      detail: { conversationId: runId, reason: "A complaint" },
    });
    // Another process seals it: this one has not seen a checkpoint behind it yet.
    await seal();
    const others = pool().options.max - 1;
    const taken = await Promise.all(Array.from({ length: others }, () => pool().connect()));
    try {
      expect(JSON.stringify(await read())).toContain(ASKED);
    } finally {
      for (const client of taken) client.release();
    }
  });
});
