import { describe, expect, it } from "vitest";
import {
  type SpanColumns,
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "../../contracts/inspector/run/run-trace.ts";
import { TRUST } from "../../contracts/model/origin.ts";
import type { StoredApproval } from "../../db/inspector/run/read-trace.ts";
import type { TraceRow } from "../../db/inspector/run/trace-rows.ts";
import { buildTrace } from "./inspect-trace.ts";

const START = Date.parse("2026-01-02T03:04:05.000Z");

type Given = Partial<Omit<TraceRow, "seq" | "type">>;

const log = (...events: [type: string, given: Given][]): TraceRow[] =>
  events.map(([type, given], index) => ({
    seq: index + 1,
    type,
    hopRef: "",
    atMs: START + index * 10,
    link: "",
    word: "",
    name: "",
    durationMs: null,
    serviceMs: null,
    ...given,
  }));

const began = (hopRef: string, parentRef = "", given: Given = {}): [string, Given] => [
  "hop.started",
  { hopRef, link: parentRef, word: "tool", name: `node-${hopRef}`, ...given },
];
const ended = (hopRef: string, word = "ok"): [string, Given] => [
  "hop.ended",
  { hopRef, word, durationMs: 5.04 },
];

/** The decoded columns, as their contract describes them. */
function readBack(columns: SpanColumns) {
  let [startMs, firstSeq] = [0, 0];
  return columns.kind.map((kind, index) => {
    startMs += columns.startMs[index] ?? 0;
    firstSeq += columns.firstSeq[index] ?? 0;
    const lasts = columns.lastSeq[index] ?? -1;
    return {
      kind: SpanKind.options[kind],
      hopRef: columns.texts[columns.hopRef[index] ?? -1],
      parent: columns.parent[index],
      name: columns.texts[columns.name[index] ?? -1],
      outcome: SpanOutcome.options[columns.outcome[index] ?? -1],
      trust: TRUST[columns.trust[index] ?? -1] ?? null,
      startMs,
      durationMs: columns.durationMs[index],
      firstSeq,
      lastSeq: lasts < 0 ? 0 : firstSeq + lasts,
      findings: columns.findings
        .filter(({ span }) => span === index)
        .map(({ code, text }) => ({ code: SpanFinding.options[code], text })),
    };
  });
}

type Scene = { status?: "running" | "complete"; plan?: boolean; approvals?: StoredApproval[] };

function spansOf(rows: TraceRow[], { status = "complete", plan, approvals = [] }: Scene = {}) {
  const eventTypes: Record<string, number> = plan ? { "plan.made": 1 } : {};
  for (const { type } of rows) eventTypes[type] = (eventTypes[type] ?? 0) + 1;
  const run = { status, startedAt: new Date(START).toISOString() };
  const trace = buildTrace(run, { eventTypes, rows }, approvals);
  return { trace, spans: readBack(trace.spans) };
}

const codes = (rows: TraceRow[], scene?: Scene) =>
  spansOf(rows, scene).spans.map(({ findings }) => findings.map(({ code }) => code));

describe("buildTrace", () => {
  it("brings back through its columns what was recorded", () => {
    const { spans, trace } = spansOf(
      log(
        began("h1", "", { word: "coordinator", name: "coordinator" }),
        began("h2", "h1"),
        ["model.called", { hopRef: "h2", link: "m1" }],
        [
          "model.answered",
          { hopRef: "h2", link: "m1", word: "ok", name: "model-9", durationMs: 7 },
        ],
        ["policy.decided", { hopRef: "h2", word: "deny", name: "call:python" }],
        ended("h2", "failed"),
        ended("h1"),
      ),
    );
    expect(trace).toMatchObject({ eventCount: 7, hopCount: 2, spanCount: 4 });
    expect(
      spans.map((span) => [
        span.kind,
        span.hopRef,
        span.parent,
        span.name,
        span.outcome,
        span.startMs,
        span.durationMs,
        span.firstSeq,
        span.lastSeq,
      ]),
    ).toEqual([
      ["coordinator", "h1", -1, "coordinator", "ok", 0, 5, 1, 7],
      ["tool", "h2", 0, "node-h2", "failed", 10, 5, 2, 6],
      ["model-call", "h2", 1, "model-9", "ok", 20, 7, 3, 4],
      ["policy", "h2", 1, "denied: call:python", "denied", 40, 0, 5, 5],
    ]);
    expect(spans.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it("tells of each call and hop the lowest trust that led to it", () => {
    const called = (hopRef: string, link: string, word = ""): [string, Given] => [
      "model.called",
      { hopRef, link, word },
    ];
    const { spans } = spansOf(
      log(
        began("h1", "", { word: "coordinator" }),
        began("h2", "h1", { word: "agent" }),
        called("h2", "m1", "person"),
        began("h3", "h2"),
        called("h2", "m2", "web"),
        began("h4", "h2"),
        began("h5", "h4", { word: "gateway" }),
        called("h2", "m3", "mcp"),
        // The person approved it: no model call of this run asked for it.
        began("h6", "h1"),
        ["policy.decided", { hopRef: "h6", word: "allow", name: "call:send", link: "directory" }],
        began("h7", "h1", { word: "agent" }),
        called("h7", "m4", "person"),
        called("h7", "m5"),
      ),
    );
    const trusts = spans.map(({ kind, hopRef, trust }) => `${kind} ${hopRef}: ${trust}`);
    expect(trusts).toEqual([
      "coordinator h1: null",
      "agent h2: web",
      "model-call h2: person",
      "tool h3: person",
      "model-call h2: web",
      "tool h4: web",
      "gateway h5: web",
      "model-call h2: mcp",
      "tool h6: directory",
      "policy h6: null",
      "agent h7: null",
      "model-call h7: person",
      "model-call h7: null",
    ]);
  });

  it("keeps what goes on pending, and says of an ended run what never ended", () => {
    const rows = log(began("h1"));
    expect(spansOf(rows, { status: "running" }).spans[0]).toMatchObject({
      outcome: "running",
      durationMs: -1,
      lastSeq: 0,
      findings: [],
    });
    expect(spansOf(rows).spans[0]?.outcome).toBe("unknown");
    expect(codes(rows)).toEqual([["never-ended"]]);
  });

  it("shows an orphan at the top, and says which parent is missing", () => {
    const { spans } = spansOf(log(began("h2", "h9"), ended("h2")));
    expect(spans[0]).toMatchObject({
      parent: -1,
      findings: [{ code: "orphan", text: "its parent h9 is not in the log" }],
    });
  });

  it("cuts a cycle where it began, marks all of it, and tells what was cut", () => {
    const { spans, trace } = spansOf(
      log(began("h1", "h3"), began("h2", "h1"), began("h3", "h2"), began("h4", "h4")),
      { status: "running" },
    );
    expect(spans.map(({ parent }) => parent)).toEqual([-1, 0, 1, -1]);
    const cyclic = spans.map(({ findings }) => findings.some(({ code }) => code === "cycle"));
    expect(cyclic).toEqual([true, true, true, true]);
    expect(trace.spans.cut).toEqual([
      { span: 0, parent: 2 },
      { span: 3, parent: 3 },
    ]);
  });

  it("keeps both bearers of an id; each end goes to one of them, and children to the first", () => {
    const { spans } = spansOf(
      log(
        began("h1"),
        began("h1"),
        ended("h1", "failed"),
        ended("h1"),
        began("h2", "h1"),
        ended("h2"),
      ),
    );
    expect(spans.map(({ outcome, lastSeq }) => [outcome, lastSeq])).toEqual([
      ["ok", 4],
      ["failed", 3],
      ["ok", 6],
    ]);
    expect(spans[1]?.findings.map(({ code }) => code)).toEqual(["duplicate-id"]);
    expect(spans[2]?.parent).toBe(0);
  });

  it("notices a child that begins before its parent, however late it was written down", () => {
    const rows = log(
      began("h1"),
      began("h2", "h1", { atMs: START - 25 }),
      ended("h2"),
      ended("h1"),
    );
    expect(spansOf(rows).spans[1]).toMatchObject({
      startMs: -25,
      findings: [{ code: "clock-skew", text: "begins 25 ms before its parent h1" }],
    });
  });

  it("carries findings of envelopes and memory policies to the hop", () => {
    const rows = log(
      began("h1"),
      ["envelope.finding", { hopRef: "h1", word: "malformed" }],
      ["envelope.finding", { hopRef: "h1", word: "foreign-write" }],
      ["envelope.finding", { hopRef: "h1", word: "oversize" }],
      ["policy.violated", { hopRef: "h1", name: "tool-history" }],
      ended("h1"),
    );
    expect(codes(rows)).toEqual([["malformed-envelope", "foreign-write", "other", "other"]]);
  });

  it("notices retries, of a model call and of a step of the plan", () => {
    const execution = (hopRef: string): [string, Given] => [
      "execution.recorded",
      { hopRef, link: "s1", word: "false", name: "python@1" },
    ];
    const rows = log(
      began("h1"),
      ["model.called", { hopRef: "h1", link: "m1" }],
      ["model.retried", { hopRef: "h1", link: "m1", word: "1", name: "overloaded" }],
      ["model.answered", { hopRef: "h1", link: "m1", word: "ok", durationMs: 1 }],
      execution("h1"),
      ended("h1", "failed"),
      began("h2"),
      execution("h2"),
      ended("h2"),
    );
    expect(codes(rows, { plan: true })).toEqual([[], ["retried"], ["retried"]]);
  });

  it("calls something unplanned only where there was a plan", () => {
    const rows = log(
      began("h1"),
      ["execution.recorded", { hopRef: "h1", word: "true", name: "create_person@1" }],
      ended("h1"),
    );
    expect(codes(rows)).toEqual([[]]);
    const [span] = spansOf(rows, { plan: true }).spans;
    expect(span?.findings).toEqual([
      { code: "unplanned", text: "create_person@1 writes, and is in no step of the plan" },
    ]);
  });

  it("tells a call that was left together with its round from one that a policy denied", () => {
    const { spans } = spansOf(
      log(
        began("h1", "", { word: "agent", name: "users" }),
        began("h2", "h1"),
        ["policy.decided", { hopRef: "h2", word: "allow", name: "call:list_people" }],
        began("h3", "h1"),
        ["policy.decided", { hopRef: "h3", word: "needs_approval", name: "call:delete_person" }],
        began("h4", "h1"),
        ["policy.decided", { hopRef: "h4", word: "deny", name: "call:python" }],
        ended("h2", "denied"),
        ended("h3", "denied"),
        ended("h4", "denied"),
        ended("h1"),
      ),
    );
    const outcomeOf = (ref: string) =>
      spans.find(({ hopRef, kind }) => hopRef === ref && kind !== "policy")?.outcome;
    expect(["h2", "h3", "h4"].map(outcomeOf)).toEqual(["left", "left", "denied"]);
  });

  it("takes the end of a wait from where the person's word is kept", () => {
    const rows = log(began("h1"), [
      "approval.requested",
      { hopRef: "h1", link: "a1", name: "create_person" },
    ]);
    const wait = (approvals: StoredApproval[]) => spansOf(rows, { approvals }).spans[1];
    expect(wait([])).toMatchObject({
      kind: "approval",
      outcome: "waiting",
      durationMs: -1,
      parent: 0,
    });
    const decidedAt = new Date(START + 5_010);
    expect(wait([{ id: "a1", status: "declined", decidedAt }])).toMatchObject({
      outcome: "denied",
      durationMs: 5_000,
    });
  });
});

describe("the times of a service's work", () => {
  /** A hop of 100 ms whose report arrives at its end. @param theirs the service's count of its turn */
  const reported = (theirs: number | null, scale = 1) =>
    log(
      began("h1", "", { word: "agent", name: "users", atMs: START }),
      began("h2", "h1", { word: "service", name: "ums", atMs: START }),
      ["model.called", { hopRef: "h2", link: "m1", atMs: START + 100, serviceMs: 10 * scale }],
      [
        "model.answered",
        { hopRef: "h2", link: "m1", word: "ok", atMs: START + 100, durationMs: 20 * scale },
      ],
      began("h3", "h2", { atMs: START + 100, serviceMs: 40 * scale }),
      ["policy.decided", { hopRef: "h3", word: "allow", name: "call:x", atMs: START + 100 }],
      ["hop.ended", { hopRef: "h3", word: "ok", atMs: START + 100, durationMs: 5 * scale }],
      ["model.called", { hopRef: "h2", link: "m2", atMs: START + 100, serviceMs: 50 * scale }],
      [
        "model.answered",
        { hopRef: "h2", link: "m2", word: "ok", atMs: START + 100, durationMs: 20 * scale },
      ],
      [
        "hop.ended",
        { hopRef: "h2", word: "ok", atMs: START + 100, durationMs: 100, serviceMs: theirs },
      ],
      ["hop.ended", { hopRef: "h1", word: "ok", atMs: START + 100, durationMs: 100 }],
    );
  const times = (rows: TraceRow[]) =>
    spansOf(rows)
      .spans.slice(2)
      .map(({ kind, startMs, durationMs }) => [kind, startMs, durationMs]);

  it("are mapped into the middle of its hop, unscaled", () => {
    expect(times(reported(80))).toEqual([
      ["model-call", 20, 20],
      ["tool", 50, 5],
      ["policy", 50, 0],
      ["model-call", 60, 20],
    ]);
    expect(codes(reported(80)).flat()).toEqual([]);
  });

  it("are shrunk into its hop where its clock counted more, and the hop says so", () => {
    expect(times(reported(800, 10))).toEqual([
      ["model-call", 13, 25],
      ["tool", 50, 6.3],
      ["policy", 50, 0],
      ["model-call", 63, 25],
    ]);
    expect(spansOf(reported(800, 10)).spans[1]?.findings).toEqual([
      {
        code: "clock-skew",
        text: "the service's clock counted 800 ms, ours 100 ms: its times are shrunk to fit",
      },
    ]);
  });

  it("are a finding where they lie behind the end that the service gave", () => {
    expect(spansOf(reported(30)).spans[1]?.findings).toEqual([
      {
        code: "clock-skew",
        text: "the service reports work up to 40 ms after the end of its own turn",
      },
    ]);
  });

  it("stay within the hop where the service gives none", () => {
    const rows = reported(null).map((row) => ({ ...row, serviceMs: null }));
    for (const [, startMs, durationMs] of times(rows)) {
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(Number(startMs) + Number(durationMs)).toBeLessThanOrEqual(100);
    }
  });
});
