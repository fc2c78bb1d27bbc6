/** A week of 10,000 answers with 1 % of every stray error: in the end each capability is what the server truly has. */
import { expect, it } from "vitest";
import { CapabilityName, RARE_CAPABILITIES } from "../../contracts/model/capability.ts";
import { buildCompletionBody, type CompletionBody } from "../attempt/build-completion-body.ts";
import { createCapabilityTable, findMissing } from "../capability-table.ts";
import type { ModelMessage, ModelRequest } from "../model-types.ts";
import { ask, PYTHON_TOOL, testConnection } from "../testing/test-client.ts";
import { chooseAdaptations } from "./choose-adaptations.ts";

const WEEK_MS = 7 * 24 * 3_600_000;
const ANSWERS = 10_000;
/** Of each stray error, in a hundred calls. */
const SHARE = 0.01;

type Lack = {
  name: CapabilityName;
  status: number;
  text: string;
  isIn(body: CompletionBody): boolean;
};

/** What a server may truly lack, and how it says so. */
const LACKS: readonly Lack[] = [
  {
    name: "tools",
    status: 400,
    text: "this model does not support tools",
    isIn: ({ tools }) => tools !== undefined,
  },
  {
    name: "streaming",
    status: 400,
    text: "streaming is not supported",
    isIn: ({ stream }) => stream === true,
  },
  {
    name: "usage-in-stream",
    status: 400,
    text: "Extra inputs are not permitted: stream_options",
    isIn: (body) => body.stream_options !== undefined,
  },
  {
    name: "json-schema",
    status: 400,
    text: "response_format of type json_schema is not supported",
    isIn: ({ response_format: format }) => format?.type === "json_schema",
  },
  {
    name: "second-system-message",
    status: 400,
    text: "Only one system message is allowed",
    isIn: ({ messages }) => messages.filter(({ role }) => role === "system").length > 1,
  },
];

/** What a sound server says now and then, of nobody's fault. Each names what it does not lack. */
const STRAY = [
  [400, "this model does not support tools"],
  [400, "tools is not supported"],
  [500, "streaming is not supported for this request"],
  [400, "Unknown parameter: stream_options"],
  [400, "response_format json_schema: grammar could not be compiled"],
  [400, "strict is not supported"],
  [500, "only one system message is allowed"],
  [400, "roles must alternate user/assistant"],
  [422, "system role not supported"],
  [400, "assistant content must be non-empty"],
  [400, "only supports single tool-calls at once"],
  [400, "attempted to call tool 'x' which was not in request.tools"],
  [500, "Failed to parse input at pos 3: <tool_call>"],
  [503, "overloaded"],
  [429, "Rate limit reached"],
] as const;

/** A sequence of numbers from 0 to 1 that is the same each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYSTEM = { role: "system", content: "Answer." } as const;
const EMPTY_CALL: ModelMessage = {
  role: "assistant",
  content: "",
  tool_calls: [
    { id: "a", type: "function", function: { name: "python_interpreter", arguments: "{}" } },
  ],
};
const RESULT = { role: "tool", tool_call_id: "a", content: "1" } as const;
const PERSON = { role: "user", content: "hello" } as const;

/** What turns ask, one after another: planning, a call of a tool, its result, and a plain question. */
const REQUESTS: readonly ModelRequest[] = [
  ask("plan", {
    responseSchema: { name: "plan", schema: { type: "object" } },
    messages: [SYSTEM, SYSTEM, PERSON],
  }),
  ask("calculate", { tools: [PYTHON_TOOL], messages: [SYSTEM, PERSON, PERSON] }),
  ask("go on", { tools: [PYTHON_TOOL], messages: [SYSTEM, PERSON, EMPTY_CALL, RESULT] }),
  ask("hello"),
];

/** Runs the calls of a week, as the client makes them, and lets another day of good answers follow. */
function playWeek(lacks: readonly Lack[], seed: number) {
  const clock = { now: Date.parse("2026-11-01T00:00:00Z") };
  const table = createCapabilityTable(() => clock.now);
  const connection = testConnection("http://server/v1");
  const random = seeded(seed);
  let refusals = 0;
  const serve = (body: CompletionBody, isStray: boolean) => {
    const lack = lacks.find(({ isIn }) => isIn(body));
    if (lack) return lack;
    if (!isStray) return null;
    const at = STRAY.findIndex(() => random() < SHARE);
    const [status, text] = STRAY[at] ?? [];
    return status === undefined ? null : { status, text };
  };
  const call = (request: ModelRequest, by: string, isStray: boolean) => {
    const told = new Map<CapabilityName, boolean>();
    for (;;) {
      const can = (name: CapabilityName) => told.get(name) ?? table.can(connection, name, by);
      const body = buildCompletionBody(request, "m", chooseAdaptations(request, can));
      const refusal = serve(body, isStray);
      if (!refusal) return table.noteAnswer(connection, body);
      refusals += 1;
      const missing = findMissing(refusal, body);
      // Another cause: the turn tries again, or fails, and nothing is learnt.
      if (!missing || told.get(missing.name) === false) return;
      const finding = { value: null, source: "refusal" as const, evidence: String(refusal.status) };
      const at = new Date(clock.now).toISOString();
      for (const [name, holds] of [
        [missing.name, false],
        [missing.instead, true],
      ] as const) {
        if (name === null) continue;
        told.set(name, holds);
        table.noteRefusal(connection, name, { ...finding, at, holds }, by);
      }
    }
  };
  const play = (answers: number, isStray: boolean, lastingMs: number) => {
    for (let each = 0; each < answers; each += 1) {
      clock.now += lastingMs / answers;
      const request = REQUESTS[each % REQUESTS.length];
      if (request) call(request, `run-${clock.now}`, isStray);
    }
  };
  play(ANSWERS, true, WEEK_MS);
  play(ANSWERS / 7, false, WEEK_MS / 7);
  const wrong = CapabilityName.options.filter((name) => {
    const truly = !lacks.some((lack) => lack.name === name);
    return !RARE_CAPABILITIES.has(name) && table.can(connection, name) !== truly;
  });
  return { wrong, refusals };
}

it.each([
  ["lacks nothing", []],
  ...LACKS.map((lack): [string, Lack[]] => [`lacks ${lack.name}`, [lack]]),
  // Without streaming nobody asks for usage in a stream, and nobody learns of it.
  ["lacks all others", LACKS.filter(({ name }) => name !== "usage-in-stream")],
] as [string, Lack[]][])("a server that %s", (_, lacks) => {
  for (const seed of [1, 2, 3]) {
    const { wrong, refusals } = playWeek(lacks, seed);
    expect(wrong).toEqual([]);
    expect(refusals).toBeGreaterThan(ANSWERS * SHARE);
  }
});
