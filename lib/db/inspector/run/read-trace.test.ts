import { afterEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import { ROUTINE } from "../../../contracts/inspector/events/event-kinds.ts";
import type { LogEventBody } from "../../../contracts/run/log-event.ts";
import { db } from "../../client.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { recordRun, SOME_EVENTS } from "../testing/recorded-run.ts";
import { readEvent, readEventWindow } from "./read-events.ts";
import { readPublicTranscript } from "./read-public-transcript.ts";
import { readTrace } from "./read-trace.ts";
import { searchRun } from "./search-run.ts";

provideTestDatabase();

const ALL = { from: 1, limit: 200, skip: 0 };

const auditRows = async (runId: string) =>
  (
    await db().auditEvent.findMany({ where: { target: `run:${runId}` }, orderBy: { at: "asc" } })
  ).map(({ detail }) => detail);

/** Every read of this file, by name. */
const READS: [string, (actor: Actor, runId: string) => Promise<unknown>][] = [
  ["the trace", (actor, runId) => readTrace(actor, runId, null)],
  ["a window", (actor, runId) => readEventWindow(actor, runId, ALL)],
  ["one event", (actor, runId) => readEvent(actor, runId, 1)],
  ["a search", (actor, runId) => searchRun(actor, runId, "general", false)],
  ["the transcript", (actor, runId) => readPublicTranscript(actor, runId)],
];

describe("every read of a run", () => {
  afterEach(async () => {
    await db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT IF EXISTS broken`;
  });

  it.each(READS)(
    "%s is for operators only, and knows no run that is not there",
    async (_, read) => {
      const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
      await expect(read(await createPerson(), runId)).rejects.toMatchObject({ code: "forbidden" });
      expect(await auditRows(runId)).toEqual([]);
      const auditor = await createPerson("auditor");
      await expect(read(auditor, crypto.randomUUID())).rejects.toMatchObject({ code: "not-found" });
    },
  );

  it.each(READS)("%s writes an audit row, and fails if that fails", async (_, read) => {
    const auditor = await createPerson("auditor");
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    await read(auditor, runId);
    expect(await auditRows(runId)).toHaveLength(1);
    await db().auditEvent.deleteMany();
    await db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    await expect(read(auditor, runId)).rejects.toThrow();
  });
});

const KINDS: Record<string, string> = ROUTINE;

describe("readTrace", () => {
  it("reads only the fields of the trace, and counts all types", async () => {
    const admin = await createPerson("admin");
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    const stored = await readTrace(admin, runId, null);
    expect(stored?.shape?.rows.map(({ atMs, ...row }) => row)).toEqual([
      {
        seq: 2,
        type: "hop.started",
        hopRef: "h1",
        link: "",
        word: "agent",
        name: "general",
        durationMs: null,
        serviceMs: null,
      },
      {
        seq: 4,
        type: "model.called",
        hopRef: "h1",
        link: "h1.m1",
        word: "",
        name: "",
        durationMs: null,
        serviceMs: null,
      },
      {
        seq: 5,
        type: "model.answered",
        hopRef: "h1",
        link: "h1.m1",
        word: "ok",
        name: "test-model",
        durationMs: 40,
        serviceMs: null,
      },
    ]);
    expect(stored?.shape?.eventTypes).toEqual(
      Object.fromEntries(SOME_EVENTS.map(({ type }) => [KINDS[type] ?? type, 1])),
    );
  });

  it("tolerates odd names and invalid figures", async () => {
    const nodeId = "a\u001fb\u001ec\nd";
    const { runId } = await recordRun(await createPerson(), {
      events: [
        { type: "hop.started", hopRef: "h\u001f1", parentRef: null, kind: "agent", nodeId },
        { type: "hop.ended", hopRef: "h\u001f1", outcome: "ok", durationMs: "long" as never },
      ],
    });
    const stored = await readTrace(await createPerson("admin"), runId, null);
    expect(stored?.shape?.rows).toMatchObject([
      { hopRef: "h1", word: "agent", name: "abc\nd" },
      { hopRef: "h1", word: "ok", durationMs: null },
    ]);
  });

  it("says how many rows were removed from the log", async () => {
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    const operator = await createPerson("admin");
    expect(await readTrace(operator, runId, null)).toMatchObject({ missing: 0 });
    const before = await readTrace(operator, runId, null);
    await db().$executeRawUnsafe(`DELETE FROM run_event WHERE run_id = '${runId}' AND seq = 2`);
    const after = await readTrace(operator, runId, null);
    expect(after).toMatchObject({ missing: 1 });
    expect(after?.version).not.toBe(before?.version);
  });

  it("skips a cached trace, and has a new version for every change", async () => {
    const admin = await createPerson("admin");
    const run = { status: "running", events: SOME_EVENTS };
    const { runId } = await recordRun(await createPerson(), run);
    const first = await readTrace(admin, runId, null);
    const remembers = (version: string) => version === first?.version;
    expect(await readTrace(admin, runId, null, remembers)).toMatchObject({ shape: null });
    await db().run.update({ where: { id: runId }, data: { status: "complete" } });
    const ended = await readTrace(admin, runId, null, remembers);
    expect(ended?.shape?.rows).toHaveLength(3);
    expect(ended?.version).not.toBe(first?.version);
  });

  it("reports no change without reading, and one audit row covers a minute", async () => {
    const admin = await createPerson("admin");
    const run = { status: "running", events: SOME_EVENTS };
    const { runId } = await recordRun(await createPerson(), run);
    const known = { eventCount: SOME_EVENTS.length, status: "running", waiting: 0 };
    expect(await readTrace(admin, runId, known)).toBeNull();
    expect(await auditRows(runId)).toEqual([]);
    for (const before of [null, { ...known, eventCount: 2 }, { ...known, status: "complete" }])
      expect((await readTrace(admin, runId, before))?.shape?.rows).toHaveLength(3);
    expect(await auditRows(runId)).toEqual([{ part: "trace", afterSeq: 0 }]);
    // Another operator's row covers nothing, and an opening always has its own row.
    await readTrace(await createPerson("auditor"), runId, { ...known, eventCount: 2 });
    await readTrace(admin, runId, null);
    expect(await auditRows(runId)).toHaveLength(3);
  });

  it("has news when the person decides a call that waited", async () => {
    const admin = await createPerson("admin");
    const turn = await recordRun(await createPerson(), { events: SOME_EVENTS });
    const { runId, conversationId, answerMessageId } = turn;
    const call = { runId, conversationId, answerMessageId, question: "?", resume: {} };
    const id = crypto.randomUUID();
    await db().approval.create({ data: { id, agentId: "general", tool: "send_mail", ...call } });
    const first = await readTrace(admin, runId, null);
    const known = { eventCount: SOME_EVENTS.length, status: "complete", waiting: 1 };
    expect(await readTrace(admin, runId, known)).toBeNull();
    await db().approval.update({ where: { id }, data: { status: "approved" } });
    const decided = await readTrace(admin, runId, known);
    expect(decided?.approvals).toMatchObject([{ id, status: "approved" }]);
    expect(decided?.version).not.toBe(first?.version);
  });
});

describe("readEventWindow", () => {
  it("gives a range with the total number, and audits exactly that range", async () => {
    const admin = await createPerson("admin");
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    const { events, total } = await readEventWindow(admin, runId, { from: 3, limit: 2, skip: 0 });
    expect(events.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(total).toBe(SOME_EVENTS.length);
    expect((await readEventWindow(admin, runId, { from: 900, limit: 9, skip: 0 })).events).toEqual(
      [],
    );
    expect(await auditRows(runId)).toEqual([{ part: "events", afterSeq: 2, throughSeq: 4 }]);
  });

  it("skips only events of the requested types", async () => {
    const admin = await createPerson("admin");
    const { runId } = await recordRun(await createPerson(), { events: SOME_EVENTS });
    const types = ["model.called", "tool.called", "state.loaded:sound"];
    const window = await readEventWindow(admin, runId, { from: 1, limit: 9, skip: 1, types });
    expect(window.events.map(({ type }) => type)).toEqual(["model.called", "tool.called"]);
    expect(window.total).toBe(3);
  });
});

describe("searchRun", () => {
  const EVENTS: LogEventBody[] = [
    { type: "hop.started", hopRef: "h1", parentRef: null, kind: "agent", nodeId: "planner" },
    { type: "run.noted", code: "note", detail: 'It is 100%_sure\nand "quoted"' },
    { type: "answer.delta", offset: 0, text: "A kestrel over the planner" },
  ];

  it.each([
    ["PLANNER", false, [1, 3]],
    ["planner", true, [1, 3]],
    ["100%_s", false, [2]],
    ["100xxs", false, []],
    ['and "quoted"', false, [2]],
    // Fields that are masked for an auditor are not searched, nor are field names.
    ["sure", true, []],
    ["hopRef", false, []],
  ])("finds %s (open only: %s) in %o", async (words, openOnly, seqs) => {
    const admin = await createPerson("admin");
    const { runId } = await recordRun(await createPerson(), { events: EVENTS });
    const { hits, total } = await searchRun(admin, runId, words, openOnly);
    expect(hits.map(({ seq }) => seq)).toEqual(seqs);
    expect(total).toBe(seqs.length);
  });
});

describe("readPublicTranscript", () => {
  it("contains public events only, and the size of everything", async () => {
    const events: LogEventBody[] = [
      { type: "status.changed", status: "thinking" },
      ...SOME_EVENTS,
      { type: "answer.delta", offset: 0, text: "Hi" },
    ];
    const { runId } = await recordRun(await createPerson(), { events });
    const transcript = await readPublicTranscript(await createPerson("auditor"), runId);
    expect(transcript.events.map(({ seq }) => seq)).toEqual([1, 8]);
    expect(transcript.eventCount).toBe(2);
    expect(transcript.publicBytes).toBeGreaterThan(0);
    expect(transcript.storedBytes).toBeGreaterThan(transcript.publicBytes);
  });
});
