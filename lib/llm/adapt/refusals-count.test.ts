/** What refusals teach: nothing by one, a day by two of different turns, and less than what an answer shows. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CapabilityFinding, CapabilityName } from "../../contracts/model/capability.ts";
import { buildCompletionBody } from "../attempt/build-completion-body.ts";
import { createCapabilityTable, findMissing } from "../capability-table.ts";
import { REFUSALS_COUNT_MS } from "../limits.ts";
import { ask, PYTHON_TOOL, testConnection } from "../testing/test-client.ts";

const connection = testConnection("http://model.invalid/v1");
const withTools = buildCompletionBody(ask("hello", { tools: [PYTHON_TOOL] }), "m", []);
const NAMES = ["tools", "streaming", "usage-in-stream", "parallel-tools"] as const;

function open() {
  let now = Date.UTC(2026, 10, 28);
  const table = createCapabilityTable(() => now);
  const finding = (): CapabilityFinding => ({
    holds: false,
    value: null,
    source: "refusal",
    at: new Date(now).toISOString(),
    evidence: "400 for a call",
  });
  return {
    table,
    can: (name: CapabilityName) => table.can(connection, name),
    refuse: (name: CapabilityName, by: string) =>
      table.noteRefusal(connection, name, finding(), by),
    answer: () => table.noteAnswer(connection, withTools),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it("one refusal teaches nothing, nor a second one of the same turn", () => {
  const { can, refuse } = open();
  refuse("tools", "one");
  refuse("tools", "one");
  expect(can("tools")).toBe(true);
  refuse("tools", "two");
  expect(can("tools")).toBe(false);
});

it("the turn that was refused does not ask again", () => {
  const { table, refuse } = open();
  refuse("tools", "one");
  expect(["one", "two"].map((by) => table.can(connection, "tools", by))).toEqual([false, true]);
});

it("says from which two cases it concluded", () => {
  const { table, refuse } = open();
  for (const by of ["one", "two"]) refuse("tools", by);
  expect(table.of(connection).tools?.evidence).toBe(
    "400 for a call, and 400 for a call of another turn; asked again a day later",
  );
});

it("an answer in between counts more", () => {
  const { can, refuse, answer } = open();
  refuse("tools", "one");
  answer();
  refuse("tools", "two");
  expect(can("tools")).toBe(true);
});

it("an answer to a call that was on its way ends what was concluded", () => {
  const { table, can, refuse, answer } = open();
  for (const by of ["one", "two"]) refuse("tools", by);
  answer();
  expect(can("tools")).toBe(true);
  expect(table.of(connection).tools).toMatchObject({ holds: true, source: "answer" });
});

it("two refusals a day apart are one", () => {
  const { can, refuse, pass } = open();
  refuse("tools", "one");
  pass(REFUSALS_COUNT_MS);
  refuse("tools", "two");
  expect(can("tools")).toBe(true);
});

it("whatever a server has said, a day of good answers later it is as one that was never asked", () => {
  const step = fc.oneof(
    fc.record({ name: fc.constantFrom(...NAMES), by: fc.constantFrom("one", "two", "three") }),
    fc.constant("answer" as const),
    fc.nat(REFUSALS_COUNT_MS),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { can, refuse, answer, pass } = open();
      for (const each of steps) {
        if (each === "answer") answer();
        else if (typeof each === "number") pass(each);
        else refuse(each.name, each.by);
      }
      pass(REFUSALS_COUNT_MS);
      answer();
      expect(NAMES.filter((name) => !can(name))).toEqual([]);
    }),
  );
});

it.each([
  "attempted to call tool 'x' which was not in request.tools",
  "tool call validation failed: parameters for tool python_interpreter did not match schema",
  "Failed to parse tool call arguments as JSON",
  "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
  "Upstream stream ended without a finish",
  "an error of the stream: connection reset",
  "the strict deadline has passed",
])("reads no missing part from: %s", (text) => {
  expect(findMissing({ status: 400, text }, withTools)).toBe(null);
});

it.each([
  ["`tools` is not supported by this model", "tools"],
  ["this-model:latest does not support tools", "tools"],
  ["Unrecognized request argument supplied: tools", "tools"],
  [
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "tools",
  ],
  ["Function calling is not enabled for models/gemma", "tools"],
  ["This model only supports single tool-calls at once!", "parallel-tools"],
  ["streaming is not supported", "streaming"],
  ["Unsupported value: 'stream' does not support true with this model.", "streaming"],
])("reads the part from: %s", (text, name) => {
  expect(findMissing({ status: 400, text }, withTools)?.name).toBe(name);
});
