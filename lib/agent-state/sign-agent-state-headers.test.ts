import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AgentStateError } from "./agent-state.ts";
import { encodeAgentStateHeaders } from "./agent-state-headers.ts";
import {
  hopKey,
  signAgentStateHeaders,
  verifyAgentStateHeaders,
} from "./sign-agent-state-headers.ts";

const headers = encodeAgentStateHeaders({ nodeId: "users", runId: "run-1", parentRef: "run-1:a" });
const signed = signAgentStateHeaders(headers, "key");

describe("signature", () => {
  it("is v1 over the four values joined by newline, absent ones empty", () => {
    const alone = encodeAgentStateHeaders({ nodeId: "n" });
    const mac = createHmac("sha256", "key").update(`n\n\n\n${alone["x-agent-state"]}`);
    expect(signAgentStateHeaders(alone, "key")["x-agent-state-mac"]).toBe(
      `v1=${mac.digest("base64url")}`,
    );
  });

  it("is accepted as it was made, with the same key, from any source of headers", () => {
    expect(verifyAgentStateHeaders(signed, "key")).toEqual({ ok: true });
    expect(verifyAgentStateHeaders(new Headers(signed), Buffer.from("key"))).toEqual({ ok: true });
  });

  it.each([
    ["another key", signed, "other", "mismatch"],
    ["no signature", headers, "key", "missing"],
    ["another node", { ...signed, "x-node-id": "admin" }, "key", "mismatch"],
    ["a run that is gone", { ...signed, "x-agent-ref": undefined }, "key", "mismatch"],
    ["another version", { ...signed, "x-agent-state-mac": "v2=AAAA" }, "key", "malformed"],
    [
      "a border moved",
      { ...signed, "x-node-id": "users\nrun-1", "x-agent-ref": "" },
      "key",
      "malformed",
    ],
  ])("refuses %s", (_what, hostile, key, reason) => {
    expect(verifyAgentStateHeaders(hostile, key)).toEqual({ ok: false, reason });
  });

  it("refuses any other spelling of the signature, and any changed value", () => {
    const mac = signed["x-agent-state-mac"] ?? "";
    const last = mac.at(-1) ?? "";
    for (const other of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
      const respelt = { ...signed, "x-agent-state-mac": mac.slice(0, -1) + other };
      expect(verifyAgentStateHeaders(respelt, "key").ok).toBe(other === last);
    }
    const names = ["x-node-id", "x-agent-ref", "x-agent-parent-ref", "x-agent-state"] as const;
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), (name, value) => {
        const changed = { ...signed, [name]: value };
        expect(verifyAgentStateHeaders(changed, "key").ok).toBe(value === signed[name]);
      }),
    );
  });

  it("needs a key", () => {
    expect(() => signAgentStateHeaders(headers, "")).toThrow(AgentStateError);
  });
});

describe("hopKey", () => {
  it("is the same for a replay, whatever the signature's key, and differs for every other hop", () => {
    expect(hopKey(signed)).toBe(hopKey(signAgentStateHeaders(headers, "rotated")));
    const next = encodeAgentStateHeaders({ nodeId: "users", runId: "run-1", parentRef: "run-1:b" });
    expect(hopKey(next)).not.toBe(hopKey(signed));
  });
});
