import { describe, expect, it } from "vitest";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import { headOf, writeRuns } from "./export-run.ts";

const RUN: InspectedRun = {
  findings: [],
  id: "00000000-0000-4000-8000-000000000001",
  person: { id: "p", name: "Ana", email: "ana@example.org" },
  conversation: { id: "00000000-0000-4000-8000-000000000002", title: "Plans" },
  question: "How far are we?",
  agentId: "general",
  agents: ["general", "users"],
  model: null,
  status: "complete",
  reason: null,
  startedAt: "2026-01-02T03:04:05.678Z",
  endedAt: null,
  durationMs: 5,
  rounds: 1,
  modelCalls: 1,
  toolCalls: 0,
  inputTokens: 10,
  outputTokens: 2,
  cost: 0.5,
  costNote: null,
  deviation: 0,
  policyOutcome: "allow",
  approval: null,
  feedback: { verdict: "down", words: "=too long" },
};

const titled = (title: string) => ({ ...RUN, conversation: { ...RUN.conversation, title } });

/** The raw title cell of a CSV line. */
function titleCell(title: string): string | undefined {
  const line = writeRuns([titled(title)], "csv");
  return /,"00000000-0000-4000-8000-000000000002",("(?:[^"]|"")*"),/.exec(line)?.[1];
}

describe("writeRuns", () => {
  it("writes CSV of which every line has the columns of its head", () => {
    const columns = headOf("csv").trim().split(",");
    const cells = writeRuns([RUN], "csv").trim().split(",");
    expect(cells).toHaveLength(columns.length);
    const line = Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
    expect(line).toMatchObject({ '"agents"': '"general users"', '"model"': "", '"cost"': "0.5" });
    expect(line).toMatchObject({
      '"feedback"': '"down"',
      // Words of a person are no formula, either.
      '"feedback_words"': '"\'=too long"',
    });
  });

  it.each(["=1+1", "+1", "-1", "@sum", "\t=1", " =1", "\r\n=1", "＝1"])(
    "leaves %j no formula",
    (title) => expect(titleCell(title)).toBe(`"'${title}"`),
  );

  it("keeps quotes, commas and lines in their cell", () => {
    expect(titleCell('a "b", c')).toBe('"a ""b"", c"');
  });

  it("writes one object a line", () => {
    const lines = writeRuns([RUN, titled("two\nlines")], "jsonl")
      .trim()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line).conversation.title)).toEqual([
      "Plans",
      "two\nlines",
    ]);
    expect(headOf("jsonl")).toBe("");
  });
});
