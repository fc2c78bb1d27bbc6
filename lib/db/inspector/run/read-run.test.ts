import { afterEach, describe, expect, it } from "vitest";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordRun, recordState, SOME_EVENTS } from "../testing/recorded-run.ts";
import { readRun, readRunNews } from "./read-run.ts";

provideTestDatabase();

const auditRows = (runId: string) =>
  db().auditEvent.findMany({ where: { target: `run:${runId}` }, orderBy: { at: "asc" } });

/** Makes every audit insert fail, as a full disk would. */
async function breakAudit(): Promise<void> {
  await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
}
afterEach(async () => {
  await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT IF EXISTS broken`;
});

describe("readRun", () => {
  it("is for operators only, and writes no audit row for others", async () => {
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    for (const role of ["user"] as const) {
      const actor = await createPerson(role);
      await expect(readRun(actor, runId)).rejects.toMatchObject({ code: "forbidden" });
      await expect(readRunNews(actor, runId, 0)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await auditRows(runId)).toEqual([]);
  });

  it("gives the whole log in order, and is audited", async () => {
    const admin = await createPerson("admin");
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    const { events, hasMore } = await readRun(admin, runId);
    expect(events.map(({ seq, type }) => [seq, type])).toEqual(
      SOME_EVENTS.map(({ type }, index) => [index + 1, type]),
    );
    expect(hasMore).toBe(false);
    expect(await auditRows(runId)).toMatchObject([
      {
        actorId: admin.userId,
        action: "run.inspected",
        outcome: "allowed",
        detail: { part: "run", afterSeq: 0 },
      },
    ]);
  });

  it("reads nothing when its audit row cannot be written", async () => {
    const admin = await createPerson("admin");
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    await breakAudit();
    await expect(readRun(admin, runId)).rejects.toThrow();
    await expect(readRunNews(admin, runId, 0)).rejects.toThrow();
  });

  it("shows the conversation as its person sees it, and this run's answer even when a retry replaced it", async () => {
    const admin = await createPerson("admin");
    const person = await createPerson();
    const first = await recordRun(person, { text: "First" });
    const { conversationId } = first;
    const second = await recordRun(person, { conversationId, text: "Second" });
    await db().message.update({
      where: { id: second.answerMessageId },
      data: { supersededAt: new Date() },
    });
    const seen = async (runId: string) => {
      const { messages, messageCount } = await readRun(admin, runId);
      return {
        count: messageCount,
        own: messages.filter((m) => m.ofThisRun).map((m) => m.content),
      };
    };
    expect(await seen(first.runId)).toEqual({ count: 3, own: ["First", "Answer to First"] });
    expect(await seen(second.runId)).toEqual({ count: 4, own: ["Second", "Answer to Second"] });
    const { messages } = await readRun(admin, second.runId);
    expect(messages.map((message) => message.superseded)).toEqual([false, false, false, true]);
  });

  it("gives the state that the run loaded and the state that it stored, and no other", async () => {
    const admin = await createPerson("admin");
    const person = await createPerson();
    const first = await recordRun(person);
    const { conversationId } = first;
    await recordState(first, 1, { first: true });
    const second = await recordRun(person, { conversationId, events: SOME_EVENTS });
    await recordState(second, 2, { second: true });
    const third = await recordRun(person, { conversationId });
    await recordState(third, 3, { third: true });
    const { states } = await readRun(admin, second.runId);
    expect(states.map(({ version, runId, state }) => [version, runId, state])).toEqual([
      [1, first.runId, { first: true }],
      [2, second.runId, { second: true }],
    ]);
  });

  it("throws not-found for a missing run", async () => {
    const admin = await createPerson("admin");
    const runId = crypto.randomUUID();
    await expect(readRun(admin, runId)).rejects.toMatchObject({ code: "not-found" });
    await expect(readRunNews(admin, runId, 0)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("readRunNews", () => {
  it("gives and audits only the events after a number", async () => {
    const admin = await createPerson("admin");
    const { runId } = await recordRun(await createPerson(), {
      status: "running",
      events: SOME_EVENTS,
    });
    const news = await readRunNews(admin, runId, 4);
    expect(news.events.map((event) => event.seq)).toEqual([5, 6]);
    expect(news.run.status).toBe("running");
    expect((await readRunNews(admin, runId, 6)).events).toEqual([]);
    expect((await auditRows(runId)).map((row) => row.detail)).toEqual([
      { part: "events", afterSeq: 4 },
    ]);
  });
});
