import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../access/actor.ts";
import { encodeAgentStateHeaders } from "../agent-state/agent-state-headers.ts";
import { signAgentStateHeaders } from "../agent-state/sign-agent-state-headers.ts";
import { DecodeAnswer } from "../contracts/inspector/run/envelope-inspection.ts";
import { twoHundredNumbers } from "../contracts/json/testing/two-hundred-numbers.ts";
import { settings } from "../env/settings.ts";
import { decodeHeaders } from "./decode-headers.ts";

const ADMIN: Actor = { userId: "somebody", role: "admin" };
const STATE = {
  nodeId: "planner",
  runId: "run-123",
  variables: { AGENT: { objective: "Find a PCP within 10 miles" } },
};

const before = { ...process.env };
beforeEach(() => {
  process.env.DATABASE_URL ??= "postgresql://nobody@127.0.0.1:1/nothing";
  process.env.BETTER_AUTH_SECRET ??= "test-secret-that-is-long-enough-to-pass";
});
afterEach(() => {
  process.env = { ...before };
});

const decode = (text: string) => DecodeAnswer.parse(decodeHeaders(ADMIN, text));
const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

describe("decodeHeaders", () => {
  it("is for operators only", () => {
    const person: Actor = { userId: "somebody", role: "user" };
    expect(() => decodeHeaders(person, "x: y")).toThrow(/permission/);
  });

  it("reads lines, as they are and as tools print them, and says which are no headers", () => {
    const [node = "", run = "", state = ""] = linesOf(encodeAgentStateHeaders(STATE));
    const text = ["POST /chat HTTP/1.1", `> ${node.toUpperCase().replace(/:.*/, ": planner")}`];
    const answer = decode([...text, `-H '${run}' \\`, state, "", "{}"].join("\r\n"));
    expect(answer).toMatchObject({
      ok: true,
      form: "lines",
      ignoredLines: [1, 6],
      envelope: {
        version: 1,
        decoded: {
          ok: true,
          nodeId: "planner",
          runId: "run-123",
          scopes: [
            {
              scope: "AGENT",
              variables: [{ name: "objective", value: { value: "Find a PCP within 10 miles" } }],
            },
          ],
        },
      },
    });
  });

  it("reads a JSON object, with lists, and the bare value of x-agent-state", () => {
    const headers = encodeAgentStateHeaders(STATE);
    const lists = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    );
    for (const text of [JSON.stringify(headers), JSON.stringify(lists)]) {
      expect(decode(text)).toMatchObject({
        ok: true,
        form: "json",
        envelope: { decoded: { ok: true } },
      });
    }
    expect(decode(` ${headers["x-agent-state"]}\n`)).toMatchObject({
      ok: true,
      form: "value",
      envelope: { decoded: { ok: true, nodeId: "planner" }, signature: { now: "not-checked" } },
    });
  });

  it("says of a signature that it is ours, that it is not, that there is none, or that nobody can tell", () => {
    const headers = encodeAgentStateHeaders(STATE);
    const signed = signAgentStateHeaders(headers, settings().AGENT_STATE_KEY);
    const verdictOf = (given: Record<string, string>) => {
      const answer = decode(linesOf(given).join("\n"));
      return answer.ok && answer.envelope.signature.now;
    };
    expect(verdictOf(signed)).toBe("verified");
    expect(verdictOf({ ...signed, "x-agent-ref": "run-124" })).toBe("forged");
    expect(verdictOf(signAgentStateHeaders(headers, "another key"))).toBe("forged");
    expect(verdictOf(headers)).toBe("unsigned");
    expect(verdictOf({ "x-node-id": "planner" })).toBe("not-checked");
  });

  it.each([
    ["%%%", "not base64", null],
    [Buffer.from('{"version":2,"nodeId":"planner"}').toString("base64url"), "version is not 1", 2],
    [Buffer.from('{"nodeId":"other"}').toString("base64url"), "the envelope says otherwise", 1],
    [
      Buffer.from('{"nodeId":"planner","variables":{"HOME":{}}}').toString("base64"),
      "unknown scope",
      1,
    ],
    [Buffer.from("hello").toString("base64url"), "not JSON", null],
  ])("shows %s as a finding", (value, why, version) => {
    const answer = decode(`x-node-id: planner\nx-agent-state: ${value}`);
    expect(answer).toMatchObject({ ok: true, envelope: { version, decoded: { ok: false, why } } });
  });

  const sha = "a".repeat(64);
  it.each([
    ["orchestrator_plan", { version: 2, steps: [] }, /version 2, which is not known/],
    ["agent_execution", { version: 2, runs: [] }, /version 2, which is not known/],
    ["analytics", { version: "9", risk: {} }, /names no version/],
    ["orchestrator_plan", { version: 1, steps: [{ id: 7 }] }, /does not fit/],
    ["analytics", { version: 1, ap2: { mandate: "pay 5 euros" } }, /raw mandate/],
    ["analytics", { version: 1, ap2: { intent_id: "eyJhbGciOi.eyJzdWIi.x" } }, /raw mandate/],
    ["ap2", { cart_mandate: { total: 5 } }, /raw mandate/],
    ["checkout", { payment_mandate: { total: 5 } }, /raw mandate/],
    ["intent", "eyJhbGciOiJFUzI1NiJ9.eyJ0b3RhbCI6NX0.c2ln", /raw mandate/],
  ])("shows a finding for %s %j", (name, value, why) => {
    const state = { ...STATE, variables: { AGENT: { [name]: value } } };
    const answer = decode(linesOf(encodeAgentStateHeaders(state)).join("\n"));
    expect(answer).toMatchObject({
      ok: true,
      envelope: {
        decoded: { scopes: [{ variables: [{ name, finding: expect.stringMatching(why) }] }] },
      },
    });
  });

  it.each([
    ["orchestrator_plan", { version: 1, steps: [{ id: "s1", type: "tool", target_tool: "a@1" }] }],
    ["agent_execution", { version: 1, runs: [{ status: "ok", plan_step_id: "s1" }] }],
    [
      "analytics",
      {
        version: 1,
        ap2: { intent_id: "did:web:shop#i-1", cart_sha256: sha, reason: "expired" },
        risk: { decision: "allow", risk_tags: ["egress"], latency_ms: 7 },
      },
    ],
    ["mandate_sha256", sha],
    ["mandate", sha],
    ["objective", "Find the mandate of the council"],
  ])("finds nothing wrong with %s %j", (name, value) => {
    const state = { ...STATE, variables: { GATEWAY: { [name]: value } } };
    const answer = decode(linesOf(encodeAgentStateHeaders(state)).join("\n"));
    expect(answer).toMatchObject({
      ok: true,
      envelope: { decoded: { scopes: [{ variables: [{ name, finding: null }] }] } },
    });
  });

  it("says what is wrong with a text that holds no headers, why, and what to do", () => {
    for (const text of ["", "  ", "hello there", "{", "{}", '{"a": 1}', "[1]"]) {
      const answer = decode(text);
      expect(answer).toMatchObject({ ok: false });
      expect(Object.values(answer).every((word) => word !== "")).toBe(true);
    }
  });

  it("takes a name like any other that means something to JavaScript", () => {
    const answer = decode('{"__proto__": "x", "x-node-id": "planner"}');
    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.envelope.headers.map(({ name }) => name)).toEqual([
      "__proto__",
      "x-node-id",
    ]);
  });
});

describe("numbers of a pasted envelope", () => {
  const pasted = (json: string) => decode(Buffer.from(json).toString("base64url"));
  const inScope = (source: string) =>
    `{"version":1.0,"nodeId":"n","variables":{"AGENT":{"n":${source},"in":[${source}]}},"metadata":{"n":${source}}}`;

  it("are shown as they were written", () => {
    for (const source of twoHundredNumbers()) {
      const { envelope } = pasted(inScope(source)) as Extract<DecodeAnswer, { ok: true }>;
      const { decoded } = envelope;
      if (!decoded.ok) throw new Error(decoded.why);
      const { variables = [] } = decoded.scopes[0] ?? {};
      const shown = [...variables.map(({ value }) => value.value), decoded.metadata?.value];
      const texts = shown.map((value) =>
        typeof value === "string" ? value : JSON.stringify(value),
      );
      expect(texts).toEqual([source, `[${source}]`, `{"n":${source}}`]);
      expect(envelope.version).toBe(1);
    }
  });

  it("that cannot be are refused in words, and shown all the same", () => {
    const { envelope } = pasted(inScope("1e400")) as Extract<DecodeAnswer, { ok: true }>;
    expect(envelope.decoded).toMatchObject({
      ok: false,
      why: expect.stringContaining("a number that is too large"),
      partial: { value: expect.stringContaining('"n":1e400') },
    });
  });

  it("do not spoil the check of a payload of ours", () => {
    const { envelope } = pasted(
      '{"nodeId":"n","variables":{"AGENT":{"agent_execution":{"version":1.0,"runs":[{"status":"ok","metadata":{"n":1.50}}]}}}}',
    ) as Extract<DecodeAnswer, { ok: true }>;
    expect(envelope.decoded).toMatchObject({ scopes: [{ variables: [{ finding: null }] }] });
  });

  it("far too deep are refused in words", () => {
    const deep = `${"[".repeat(20_000)}1.50${"]".repeat(20_000)}`;
    expect(pasted(`{"nodeId":"n","metadata":{"n":${deep}}}`)).toMatchObject({
      ok: true,
      envelope: { decoded: { ok: false, partial: null } },
    });
  });
});
