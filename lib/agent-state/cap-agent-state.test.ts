import { describe, expect, it } from "vitest";
import { canonicalize } from "../contracts/json/canonical-json.ts";
import { parseByValue } from "../contracts/json/exact-numbers.ts";
import { twoHundredNumbers } from "../contracts/json/testing/two-hundred-numbers.ts";
import { AgentStateError, type AgentStateInput, HEADER } from "./agent-state.ts";
import {
  decodeAgentStateHeader,
  encodeAgentStateHeaders,
  extractAgentStateFromHeaders,
} from "./agent-state-headers.ts";
import { withholdAnalytics } from "./agent-variables.ts";
import { capAgentState, encodeCappedAgentState, restoreSpilledState } from "./cap-agent-state.ts";
import { AGENT_STATE_MAX_BYTES } from "./limits.ts";

const large = { nodeId: "n", runId: "r", variables: { AGENT: { notes: "é".repeat(4_000) } } };

describe("capAgentState", () => {
  it("leaves what fits", () => {
    const state = { nodeId: "n", variables: { AGENT: { objective: "o" } } };
    expect(capAgentState(state)).toEqual({ state, spilled: null });
  });

  it("sends a digest in place of variables that do not fit, and brings them back", () => {
    const { headers, spilled } = encodeCappedAgentState(large);
    expect(headers["x-agent-state"]?.length).toBeLessThanOrEqual(AGENT_STATE_MAX_BYTES);
    const arrived = extractAgentStateFromHeaders(headers);
    expect(arrived.variables).toEqual({ $ref: `sha256:${spilled?.sha256}` });
    expect(restoreSpilledState(arrived, spilled?.body ?? "")).toEqual(large);
  });

  it("takes no other body for the digest", () => {
    const { state, spilled } = capAgentState(large);
    const forged = `${spilled?.body} `;
    expect(() => restoreSpilledState(state, forged)).toThrow(AgentStateError);
  });

  it("switches exactly at the limit", () => {
    const withNotes = (chars: number) => ({
      nodeId: "n",
      variables: { AGENT: { notes: "x".repeat(chars) } },
    });
    const base = encodeCappedAgentState(withNotes(0)).headers["x-agent-state"] ?? "";
    const room = (AGENT_STATE_MAX_BYTES / 4) * 3 - Buffer.from(base, "base64url").length;
    expect(capAgentState(withNotes(room)).spilled).toBeNull();
    expect(capAgentState(withNotes(room + 1)).spilled).not.toBeNull();
  });

  it("refuses what is too large without its variables", () => {
    const metadata = { notes: "x".repeat(6_000) };
    expect(() => capAgentState({ nodeId: "n", metadata })).toThrow(AgentStateError);
    expect(() => capAgentState({ ...large, metadata })).toThrow(/6144/);
  });
});

describe("withholdAnalytics", () => {
  const state = {
    nodeId: "n",
    variables: {
      AGENT: { objective: "o", agent_execution: { version: 1, runs: [] } },
      ORCHESTRATOR: { orchestrator_plan: { version: 1, steps: [] } },
      GATEWAY: { analytics: { version: 1 }, status: "ok" },
    },
  };

  it("lets nothing out that no setting has turned on", () => {
    expect(withholdAnalytics(state, new Set()).variables).toEqual({
      AGENT: { objective: "o" },
      ORCHESTRATOR: {},
      GATEWAY: { status: "ok" },
    });
    expect(withholdAnalytics(state, new Set(["orchestrator_plan"])).variables).toEqual({
      AGENT: { objective: "o" },
      ORCHESTRATOR: { orchestrator_plan: { version: 1, steps: [] } },
      GATEWAY: { status: "ok" },
    });
  });
});

const SOURCES = twoHundredNumbers();
const NUMBERS = SOURCES.map((source) => parseByValue(source));
const encoded = (json: string) => Buffer.from(json, "utf8").toString("base64url");

/** As an object, so that it fits a scope as well as the metadata. */
const holder = (source: string) => ({ n: parseByValue(source), in: [{ n: parseByValue(source) }] });

/** The same number comes out at the other end, or a refusal in words. */
describe("200 numbers in an envelope", () => {
  it("come to the next hop in variables and metadata", () => {
    for (const source of SOURCES) {
      const held = holder(source);
      const headers = encodeAgentStateHeaders({
        nodeId: "users",
        variables: { AGENT: held },
        metadata: held,
      });
      const { variables, metadata } = extractAgentStateFromHeaders(headers);
      const expected = canonicalize(held);
      expect(canonicalize(metadata)).toBe(expected);
      expect(canonicalize(variables)).toBe(`{"AGENT":${expected}}`);
    }
  });

  it("are read as another implementation wrote them", () => {
    for (const source of SOURCES) {
      const value = encoded(`{"nodeId":"users","version":1.0,"metadata":{"n":${source}}}`);
      const { metadata } = decodeAgentStateHeader(value);
      expect(canonicalize(metadata)).toBe(canonicalize({ n: parseByValue(source) }));
    }
  });

  it("come back with variables that stayed on the server", () => {
    const input: AgentStateInput = {
      nodeId: "users",
      variables: { AGENT: { numbers: NUMBERS, words: "word ".repeat(2_000) } },
    };
    const { headers, spilled } = encodeCappedAgentState(input);
    const state = extractAgentStateFromHeaders(headers);
    const restored = restoreSpilledState(state, spilled?.body ?? "");
    expect(canonicalize(restored.variables)).toBe(canonicalize(input.variables));
  });

  it.each(["1e400", "-1e400", "1e-400", "9".repeat(400)])("%s is refused in words", (number) => {
    const read = () => decodeAgentStateHeader(encoded(`{"nodeId":"n","metadata":{"n":${number}}}`));
    expect(read).toThrow(AgentStateError);
    expect(read).toThrow(`${HEADER.state}: holds a number that is too large`);
  });
});
