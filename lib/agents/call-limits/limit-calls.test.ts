/** A model that calls tools on and on, in the agent's loop: what runs, what it is told, and how the turn ends. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeSegment } from "../../prompt/segment.ts";
import type { Tool } from "../../tools/tool.ts";
import { general } from "../general/descriptor.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { testTask } from "../testing/agent-task.ts";
import { provideModel } from "../testing/provide-model.ts";
import { BUDGET_SPENT, KNOWN_ALREADY, LAST_WORDS, limitCall, noCalls } from "./limit-calls.ts";

const model = provideModel();

const look = (page: number) => ({ name: "look", arguments: { page } });

async function loop(
  replies: readonly (string | ReturnType<typeof look>[])[],
  { maxToolCalls = 60, writes = false } = {},
) {
  await model().clear();
  await model().clearRequests();
  await model().queue({
    scenario: "scripted",
    replies: replies.map((reply) =>
      typeof reply === "string" ? { text: reply } : { toolCalls: reply },
    ),
  });
  const ran: unknown[] = [];
  const tool: Tool = {
    name: "look",
    version: "1",
    description: "Looks at a page.",
    arguments: z.looseObject({}),
    timeoutMs: 1_000,
    maxResultBytes: 1_000,
    policy: { writes, egress: false, riskTags: [] },
    status: "thinking",
    run: async (given) => {
      ran.push(given);
      return { outcome: "ok", content: `Page ${ran.length}.` };
    },
  };
  const { task, events, answer } = testTask({ limits: { maxToolCalls } });
  const { who, trace, ports, governance, limits } = task;
  const opening = [
    makeSegment({
      kind: "current-input",
      agentId: "general",
      source: "message:1",
      runId: who.runId,
      origin: "person",
      messages: [{ role: "user", content: "Look." }],
    }),
  ];
  const result = await runToolLoop({
    agent: { id: "general", memoryPolicy: general.memory, tools: [tool] },
    who,
    trace,
    ports,
    governance,
    opening,
    files: [],
    limits,
  });
  const results = events.flatMap((body) => (body.type === "tool.returned" ? [body.result] : []));
  return { end: result.end, ran, results, answer: answer(), requests: await model().requests() };
}

describe("the same call", () => {
  it("is answered from the third time on, and at the fifth the model answers in words", async () => {
    const { end, ran, results, answer, requests } = await loop([
      ...Array.from({ length: 5 }, () => [look(1)]),
      "It is page 1.",
    ]);
    expect(ran).toHaveLength(2);
    expect(results).toEqual(["Page 1.", "Page 2.", KNOWN_ALREADY, KNOWN_ALREADY, LAST_WORDS]);
    expect({ end, answer }).toEqual({ end: { kind: "answered" }, answer: "It is page 1." });
    expect(requests.at(-1)?.body).not.toHaveProperty("tools");
  });

  it("ends the loop where the model calls on even so", async () => {
    const { end, ran, requests } = await loop(Array.from({ length: 12 }, () => [look(1)]));
    expect(end).toEqual({ kind: "failed", reason: "tool-limit" });
    expect({ ran: ran.length, requests: requests.length }).toEqual({ ran: 2, requests: 6 });
  });

  it("counts anew after another one", async () => {
    const pages = [1, 1, 2, 1, 1, 2];
    const { end, ran } = await loop([...pages.map((page) => [look(page)]), "Done."]);
    expect(ran).toHaveLength(6);
    expect(end).toEqual({ kind: "answered" });
  });

  it("counts within one answer, too", async () => {
    const { ran } = await loop([[look(1), look(1), look(1), look(1)], "Done."]);
    expect(ran).toHaveLength(2);
  });

  it("is the same in another order and with other spaces, and another with other arguments", () => {
    const counts = noCalls();
    const texts = ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', '{"b":2,"a":1}', '{"b":2,"a":2}', ""];
    const limits = texts.map(
      (text) => limitCall(counts, { name: "look", arguments: text }).instead,
    );
    expect(limits).toEqual([null, null, KNOWN_ALREADY, null, null]);
  });
});

it("no more calls run than a turn may have, and then the model answers in words", async () => {
  const pages = [[look(1), look(2)], [look(3), look(4)], "Three pages."];
  const { end, ran, results, answer } = await loop(pages, { maxToolCalls: 3 });
  expect(ran).toHaveLength(3);
  expect(results).toContain(BUDGET_SPENT);
  expect({ end, answer }).toEqual({ end: { kind: "answered" }, answer: "Three pages." });
});
