/** 200 numbers in variables and metadata of an envelope: the same number comes out at the other end, or a refusal in words. */
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
import { encodeCappedAgentState, restoreSpilledState } from "./cap-agent-state.ts";

const SOURCES = twoHundredNumbers();
const NUMBERS = SOURCES.map((source) => parseByValue(source));
const encoded = (json: string) => Buffer.from(json, "utf8").toString("base64url");

/** As an object, so that it fits a scope as well as the metadata. */
const holder = (source: string) => ({ n: parseByValue(source), in: [{ n: parseByValue(source) }] });

describe("an envelope", () => {
  it("brings each number of its variables and metadata to the next hop", () => {
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

  it("reads what another implementation wrote", () => {
    for (const source of SOURCES) {
      const value = encoded(`{"nodeId":"users","version":1.0,"metadata":{"n":${source}}}`);
      const { metadata } = decodeAgentStateHeader(value);
      expect(canonicalize(metadata)).toBe(canonicalize({ n: parseByValue(source) }));
    }
  });

  it("leaves its variables on the server with their numbers", () => {
    const input: AgentStateInput = {
      nodeId: "users",
      variables: { AGENT: { numbers: NUMBERS, words: "word ".repeat(2_000) } },
    };
    const { headers, spilled } = encodeCappedAgentState(input);
    const state = extractAgentStateFromHeaders(headers);
    const restored = restoreSpilledState(state, spilled?.body ?? "");
    expect(canonicalize(restored.variables)).toBe(canonicalize(input.variables));
  });

  it.each(["1e400", "-1e400", "1e-400", "9".repeat(400)])(
    "with %s is refused in words",
    (number) => {
      const read = () =>
        decodeAgentStateHeader(encoded(`{"nodeId":"n","metadata":{"n":${number}}}`));
      expect(read).toThrow(AgentStateError);
      expect(read).toThrow(`${HEADER.state}: holds a number that is too large`);
    },
  );
});
