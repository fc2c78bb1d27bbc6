import { describe, expect, it } from "vitest";
import { DEFERRED_BYTES } from "../../contracts/limits.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { recordRun } from "../../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { readFreely } from "../testing/read-freely.ts";
import { inspectEvent, inspectEventWindow } from "./inspect-events.ts";
import { searchInRun } from "./inspect-run.ts";

provideTestDatabase();
readFreely();

const LARGE = `${"x".repeat(DEFERRED_BYTES)} a kestrel at its end`;
const EVENTS: LogEventBody[] = [
  { type: "hop.started", hopRef: "h1", parentRef: null, kind: "tool", nodeId: "kestrel_tool" },
  { type: "run.noted", code: "note", detail: "A kestrel in a note" },
  { type: "run.noted", code: "note", detail: LARGE },
];
const WINDOW = { from: 1, limit: 200, skip: 0 };

const scene = async (role: "admin" | "auditor") => {
  const operator = await createPerson(role);
  const { runId } = await recordRun(await createPerson(), { events: EVENTS });
  return { operator, runId };
};

describe("inspectEventWindow", () => {
  it("leaves large payloads behind until their event is looked at", async () => {
    const { operator, runId } = await scene("admin");
    const { events } = await inspectEventWindow(operator, runId, WINDOW);
    expect(events[1]?.body).toMatchObject({ detail: { value: "A kestrel in a note" } });
    expect(events[2]?.body).toMatchObject({
      detail: { bytes: LARGE.length, value: null, withheld: "deferred" },
    });
    const whole = await inspectEvent(operator, runId, 3);
    expect(whole.body).toMatchObject({ detail: { bytes: LARGE.length, value: LARGE } });
  });

  it("masks for an auditor what it would send, small or large, in windows and alone", async () => {
    const { operator, runId } = await scene("auditor");
    const { events } = await inspectEventWindow(operator, runId, WINDOW);
    const alone = await inspectEvent(operator, runId, 3);
    for (const event of [events[1], events[2], alone])
      expect(event?.body).toMatchObject({ detail: { value: null, withheld: "masked" } });
    expect(JSON.stringify([events, alone])).not.toContain("at its end");
  });
});

describe("searchInRun", () => {
  it("shows an admin the words in their surroundings", async () => {
    const { operator, runId } = await scene("admin");
    const { hits, total, scope } = await searchInRun(operator, runId, "KESTREL");
    expect({ total, scope }).toEqual({ total: 3, scope: "everything" });
    expect(hits.map(({ seq, excerpt }) => [seq, excerpt?.field, excerpt?.match])).toEqual([
      [1, "nodeId", "kestrel"],
      [2, "detail", "kestrel"],
      [3, "detail", "kestrel"],
    ]);
    expect(hits[1]?.excerpt).toMatchObject({ before: "A ", after: " in a note" });
  });

  it("finds words in either case and form, whatever letters they have", async () => {
    const operator = await createPerson("admin");
    const said = ["Grüße aus KÖLN", "Größe", "We don’t – e\u2011mail ＡＢＣ oﬃce “quoted”"];
    const events: LogEventBody[] = said.map((detail) => ({
      type: "run.noted",
      code: "note",
      detail,
    }));
    const { runId } = await recordRun(await createPerson(), { events });
    const seqsOf = async (words: string) =>
      (await searchInRun(operator, runId, words)).hits.map(({ seq }) => seq);
    expect(await seqsOf("köln")).toEqual([1]);
    expect(await seqsOf("GRÜ")).toEqual([1]);
    expect(await seqsOf("AUS")).toEqual([1]);
    expect(await seqsOf("gr")).toEqual([1, 2]);
    expect(await seqsOf("koln")).toEqual([1]);
    expect(await seqsOf("GRÖSSE")).toEqual([2]);
    for (const words of ["don't - e-mail", "abc OFFICE", '"quoted"', "“quoted”"])
      expect(await seqsOf(words), words).toEqual([3]);
    expect((await searchInRun(operator, runId, "office")).hits[0]?.excerpt?.match).toBe("oﬃce");
  });

  it("tells an auditor nothing of what is masked: no hit, no count, no excerpt", async () => {
    const { operator, runId } = await scene("auditor");
    const { hits, total, scope } = await searchInRun(operator, runId, "kestrel");
    expect({ total, scope }).toEqual({ total: 1, scope: "open" });
    expect(hits).toMatchObject([{ seq: 1, excerpt: null }]);
  });
});
