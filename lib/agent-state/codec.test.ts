import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AgentState } from "./agent-state.ts";
import { diffScopes, enrichOwnScope } from "./agent-variables.ts";
import {
  AgentStateError,
  computeArgsDigest,
  decodeAgentStateHeader,
  encodeAgentStateHeaders,
  extractAgentStateFromHeaders,
  mergeAgentVariables,
} from "./codec.ts";

type Vector = {
  group: string;
  name: string;
  fn: string;
  input: unknown[];
  ok: boolean;
  output?: unknown;
};
const file = new URL("./vectors/agent-state.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8")) as { vectors: Vector[] };
const functions: Record<string, (...input: never[]) => unknown> = {
  computeArgsDigest,
  decodeAgentStateHeader,
  encodeAgentStateHeaders,
  extractAgentStateFromHeaders,
  mergeAgentVariables,
};

const encode = (envelope: unknown) => Buffer.from(JSON.stringify(envelope)).toString("base64url");
const errorOf = (run: () => unknown): AgentStateError => {
  try {
    run();
  } catch (error) {
    if (error instanceof AgentStateError) return error;
    throw error;
  }
  throw new Error("it did not throw");
};

describe("recorded vectors", () => {
  it.each(vectors.map((vector) => [`${vector.group}: ${vector.name}`, vector] as const))(
    "%s",
    (_name, vector) => {
      const run = functions[vector.fn];
      if (!run) throw new Error(`no function ${vector.fn}`);
      if (vector.ok) expect(run(...(vector.input as never[]))).toEqual(vector.output);
      else expect(() => run(...(vector.input as never[]))).toThrow(AgentStateError);
    },
  );
});

describe("extract", () => {
  const state: AgentState = {
    nodeId: "users",
    runId: "run-1",
    parentRef: "run-1:agent",
    variables: { AGENT: { objective: "Zürich 🚀 ~~~???>>>" } },
    metadata: { model: "m" },
  };
  const headers = encodeAgentStateHeaders(state);

  it("reads plain objects of any case, firsts of arrays, and Headers", () => {
    const shouted = Object.entries(headers).map(([name, value]) => [
      name.toUpperCase(),
      [value, "x"],
    ]);
    expect(extractAgentStateFromHeaders(Object.fromEntries(shouted))).toEqual(state);
    expect(extractAgentStateFromHeaders(new Headers(headers))).toEqual(state);
    const { "x-agent-parent-ref": _parent, ...withoutParent } = headers;
    expect(extractAgentStateFromHeaders(withoutParent)).toEqual(state);
  });

  it("reads padded and standard base64", () => {
    const bytes = Buffer.from(headers["x-agent-state"] ?? "", "base64url");
    expect(bytes.toString("base64")).toMatch(/[+/]/);
    const padded = bytes.toString("base64");
    expect(extractAgentStateFromHeaders({ ...headers, "x-agent-state": padded })).toEqual(state);
    expect(decodeAgentStateHeader(`${headers["x-agent-state"]}`)).toEqual(state);
  });

  it.each([
    ["another node", { ...headers, "x-node-id": "other" }, "x-node-id"],
    ["another run", { ...headers, "x-agent-ref": "run-2" }, "x-agent-ref"],
    ["another parent", { ...headers, "x-agent-parent-ref": "run-9" }, "x-agent-parent-ref"],
    ["no run beside an envelope with one", { ...headers, "x-agent-ref": [] }, "x-agent-ref"],
    ["no node", { "x-agent-state": headers["x-agent-state"] }, "x-node-id"],
    ["an empty run", { "x-node-id": "n", "x-agent-ref": " " }, "x-agent-ref"],
    ["no base64", { "x-node-id": "n", "x-agent-state": "a=b" }, "x-agent-state"],
    ["no UTF-8", { "x-node-id": "n", "x-agent-state": "____" }, "x-agent-state"],
    [
      "an envelope without a node",
      { "x-node-id": "n", "x-agent-state": encode({}) },
      "x-agent-state",
    ],
    ["an array", { "x-node-id": "n", "x-agent-state": encode([]) }, "x-agent-state"],
  ])("refuses %s and says which header", (_what, hostile, header) => {
    const error = errorOf(() => extractAgentStateFromHeaders(hostile));
    expect(error.header).toBe(header);
    expect(error.why.length).toBeGreaterThan(3);
  });

  it("reads an absent version as 1 and says so of any other", () => {
    expect(decodeAgentStateHeader(encode({ nodeId: "n", extra: 1 }))).toEqual({ nodeId: "n" });
    for (const version of [2, 0, "1", null]) {
      const error = errorOf(() => decodeAgentStateHeader(encode({ version, nodeId: "n" })));
      expect(error.why).toBe("version is not 1");
    }
  });

  it("reads scopes in any case, the old alias, and a reference in place of variables", () => {
    const read = (variables: unknown) =>
      decodeAgentStateHeader(encode({ nodeId: "n", variables })).variables;
    expect(read({ llm: { a: 1 }, tool: {} })).toEqual({ ORCHESTRATOR: { a: 1 }, TOOL: {} });
    const $ref = `sha256:${"0".repeat(64)}`;
    expect(read({ $ref })).toEqual({ $ref });
    expect(() => read({ $ref: "sha256:no" })).toThrow(AgentStateError);
    expect(() => read({ $ref, AGENT: {} })).toThrow(AgentStateError);
  });

  it("does not repeat content in its errors", () => {
    const canary = Buffer.from('{"nodeId": "n", canary').toString("base64url");
    const error = errorOf(() => decodeAgentStateHeader(canary));
    expect(`${error.message} ${String(error.cause)}`).not.toContain("canary");
    expect(error.personText).not.toMatch(/agent|header/i);
  });
});

it("digests by RFC 8785, not by sorted stringify", () => {
  // JSON.stringify writes 2 before 10; RFC 8785 orders names by code units.
  const canonical = createHash("sha256").update('{"10":1,"2":2}').digest("hex");
  expect(computeArgsDigest({ 2: 2, 10: 1 })).toBe(canonical);
  expect(computeArgsDigest(undefined)).toBe(computeArgsDigest({}));
  expect(errorOf(() => computeArgsDigest({ q: "\ud800" })).header).toBe("arguments");
});

describe("enrichOwnScope", () => {
  const state: AgentState = { nodeId: "n", variables: { AGENT: { objective: "o" } } };

  it("adds to the hop's own scope", () => {
    const enriched = enrichOwnScope(state, "AGENT", { agent: { status: "ok" } });
    expect(enriched).toEqual({
      ok: true,
      state: { nodeId: "n", variables: { AGENT: { objective: "o", status: "ok" } } },
    });
  });

  it("refuses any foreign write, says which, and writes nothing", () => {
    expect(enrichOwnScope(state, "TOOL", { TOOL: { a: 1 }, AGENT: {}, llm: {} })).toEqual({
      ok: false,
      reason: "foreign-scope",
      refused: ["AGENT", "ORCHESTRATOR"],
      state,
    });
  });

  it("adds nothing to variables that are elsewhere", () => {
    const away: AgentState = { nodeId: "n", variables: { $ref: `sha256:${"a".repeat(64)}` } };
    expect(enrichOwnScope(away, "TOOL", { TOOL: {} })).toMatchObject({
      reason: "variables-not-here",
    });
  });
});

describe("diffScopes", () => {
  const before = { AGENT: { a: 1, b: { c: [1, 2] } }, TOOL: { x: 1 } };
  const after = { AGENT: { b: { c: [1, 3] }, d: 1 }, TOOL: { x: 1 }, GATEWAY: { status: "ok" } };

  it("names scopes and keys, not values", () => {
    expect(diffScopes(before, after)).toEqual([
      { scope: "AGENT", added: ["d"], changed: ["b"], removed: ["a"] },
      { scope: "GATEWAY", added: ["status"], changed: [], removed: [] },
    ]);
    expect(diffScopes(before, structuredClone(before))).toEqual([]);
  });
});
