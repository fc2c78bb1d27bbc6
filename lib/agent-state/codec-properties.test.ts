import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AGENT_SCOPES } from "./agent-state.ts";
import {
  AgentStateError,
  computeArgsDigest,
  decodeAgentStateHeader,
  encodeAgentStateHeaders,
  extractAgentStateFromHeaders,
  mergeAgentVariables,
} from "./codec.ts";

describe("ids", () => {
  it("cannot split a header, and normalise to themselves", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (nodeId, runId) => {
        let headers: Record<string, string>;
        try {
          headers = encodeAgentStateHeaders({ nodeId, runId, parentRef: runId });
        } catch (error) {
          expect(error).toBeInstanceOf(AgentStateError);
          return;
        }
        expect(headers["x-node-id"]).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/);
        expect(headers["x-agent-ref"]).toMatch(/^[A-Za-z0-9._:-]{1,120}$/);
        const state = extractAgentStateFromHeaders(headers);
        expect(encodeAgentStateHeaders(state)).toEqual(headers);
      }),
    );
    const cut = encodeAgentStateHeaders({ nodeId: `${"a".repeat(79)}-b` });
    expect(cut["x-node-id"]).toBe("a".repeat(79));
  });
});

describe("for any input", () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it("extracts what was encoded", () => {
    const scopes = fc.dictionary(fc.constantFrom(...AGENT_SCOPES), record, { minKeys: 1 });
    const states = fc.record(
      {
        nodeId: fc.stringMatching(/^[a-z0-9]{1,80}$/),
        runId: fc.stringMatching(/^[A-Za-z0-9._:-]{1,120}$/),
        parentRef: fc.stringMatching(/^[A-Za-z0-9._:-]{1,120}$/),
        variables: scopes,
        metadata: record,
      },
      { requiredKeys: ["nodeId"] },
    );
    fc.assert(
      fc.property(states, (state) => {
        const headers = encodeAgentStateHeaders(state);
        expect(extractAgentStateFromHeaders(new Headers(headers))).toEqual(asJson(state));
      }),
    );
  });

  it("throws nothing but the typed error", () => {
    const value = fc.oneof(
      fc.anything(),
      fc.json().map((text) => Buffer.from(text).toString("base64")),
    );
    const headers = fc.record({
      "x-node-id": fc.oneof(fc.constant("n"), value),
      "x-agent-state": value,
    });
    const scopes = fc.dictionary(fc.constantFrom(...AGENT_SCOPES, "x"), fc.anything());
    const calls = fc.oneof(
      fc.anything().map((input) => () => encodeAgentStateHeaders(input as never)),
      scopes.map((variables) => () => encodeAgentStateHeaders({ nodeId: "n", variables } as never)),
      fc
        .oneof(headers, fc.anything())
        .map((input) => () => extractAgentStateFromHeaders(input as never)),
      fc.anything().map((input) => () => decodeAgentStateHeader(input as never)),
      fc.tuple(fc.anything(), fc.anything()).map(
        ([base, additions]) =>
          () =>
            mergeAgentVariables(base as never, "AGENT", additions as never),
      ),
      fc.anything().map((input) => () => computeArgsDigest(input)),
    );
    fc.assert(
      fc.property(calls, (call) => {
        try {
          call();
        } catch (error) {
          expect(error).toBeInstanceOf(AgentStateError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("merges without changing the base, and drops undefined but not null", () => {
    fc.assert(
      fc.property(record, record, fc.constantFrom(...AGENT_SCOPES), (before, additions, scope) => {
        const base = { [scope]: before };
        const copy = structuredClone(base);
        const merged = mergeAgentVariables(base, scope, additions);
        expect(base).toEqual(copy);
        expect(merged).toEqual(asJson({ [scope]: { ...before, ...additions } }));
      }),
    );
    const merged = mergeAgentVariables({ AGENT: { a: 1, b: 2 } }, "AGENT", {
      a: undefined,
      b: null,
    });
    expect(merged).toEqual({ AGENT: { a: 1, b: null } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const hostile = JSON.parse('{"__proto__":{"polluted":1}}') as Record<string, unknown>;
    expect(mergeAgentVariables({}, "TOOL", hostile).TOOL?.polluted).toBeUndefined();
  });
});
