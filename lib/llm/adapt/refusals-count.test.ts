/** What refusals teach: nothing by one, a day by two of different turns, and less than what an answer shows. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CapabilityFinding, CapabilityName } from "../../contracts/model/capability.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { buildCompletionBody } from "../attempt/build-completion-body.ts";
import { createCapabilityTable, findMissing } from "../capability-table.ts";
import { REFUSALS_COUNT_MS } from "../limits.ts";
import {
  DONE,
  FINISH,
  json,
  startRawServer,
  stream,
  textEvent,
} from "../testing/start-raw-server.ts";
import { ask, createTestClient, PYTHON_TOOL, testConnection } from "../testing/test-client.ts";

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
    "400 for a call, and 400 for a call; until 2026-11-29 00:00 UTC",
  );
});

it("names the two runs, and when each was refused", async () => {
  const refusal = json(400, { error: { message: "tools are not supported: SECRET WORDS" } });
  const answer = stream(textEvent("OK"), FINISH, DONE);
  const server = await startRawServer((response, request) =>
    (server.bodies.at(-1)?.includes('"tools"') ? refusal : answer)(response, request),
  );
  const table = createCapabilityTable();
  const asked = { ...testConnection(server.url) };
  const call = createTestClient([asked], { table });
  for (const runId of ["run-one", "run-two"])
    await call(ask("hello", { tools: [PYTHON_TOOL], turn: { runId, userId: null } }));
  await server.close();
  const { evidence = "" } = table.of(asked).tools ?? {};
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
  const part = (runId: string) => `400 for a call with tools \\(run ${runId}, ${time}\\)`;
  expect(evidence).toMatch(
    new RegExp(`^${part("run-one")}, and ${part("run-two")}; until ${time}$`),
  );
  // It is kept as it stands: nothing in it looks like a secret.
  expect(sanitise(evidence).value).toBe(evidence);
});

it("is of one connection, not of others with the same address and model", () => {
  const { table, refuse } = open();
  for (const by of ["one", "two"]) refuse("tools", by);
  const twin = { ...connection, id: "twin", headers: { "x-gateway": "b" } };
  expect([connection, twin].map((each) => table.can(each, "tools"))).toEqual([false, true]);
});

it("an operator's setting outranks what two turns were refused, and what a probe found", () => {
  const { table, refuse } = open();
  for (const by of ["one", "two"]) refuse("tools", by);
  expect(table.can({ ...connection, known: { tools: true } }, "tools")).toBe(true);
  expect(table.of({ ...connection, known: { tools: true } }).tools?.source).toBe("operator");
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
