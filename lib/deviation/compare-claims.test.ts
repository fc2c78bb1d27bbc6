import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareClaims } from "./compare-claims.ts";
import type { ExecutionRecord } from "./payload-schemas.ts";

const digest = (letter: string) => letter.repeat(64);
const call = (
  tool: string,
  args?: string,
  status: ExecutionRecord["status"] = "ok",
): ExecutionRecord => ({
  tool_invoked: tool,
  status,
  ...(args ? { actual_args_sha256: digest(args) } : {}),
});

describe("an agent's word against what ran", () => {
  it("says nothing where it told the truth, in whatever order and with whatever version", () => {
    const ran = [call("list@1.0", "a"), call("find@2", "b", "failed"), call("list@1.0", "c")];
    const claimed = [call("list", "c"), call("list@1.0", "a"), call("find", "b", "error")];
    expect(compareClaims(claimed, ran)).toEqual([]);
  });

  it("tells of a call that did not run, and of one that was not told", () => {
    expect(compareClaims([call("send", "a")], [call("delete", "b")])).toEqual([
      { kind: "not_run", tool: "send", claimIndex: 0, recordIndex: null },
      { kind: "not_claimed", tool: "delete", claimIndex: null, recordIndex: 0 },
    ]);
  });

  it("tells of other arguments and of another end", () => {
    const claimed = [call("delete", "a"), call("update", "b")];
    const ran = [call("delete", "c"), call("update", "b", "denied")];
    expect(compareClaims(claimed, ran)).toEqual([
      { kind: "other_args", tool: "delete", claimIndex: 0, recordIndex: 0 },
      { kind: "other_status", tool: "update", claimIndex: 1, recordIndex: 1 },
    ]);
  });

  it("does not take one call that ran for two that are claimed", () => {
    const kinds = compareClaims([call("list", "a"), call("list", "a")], [call("list", "a")]);
    expect(kinds.map(({ kind }) => kind)).toEqual(["not_run"]);
  });

  it("leaves alone what is no tool call, and digests that either side leaves out", () => {
    const agent: ExecutionRecord = { status: "ok", metadata: { node_id: "users" } };
    expect(compareClaims([agent, call("list")], [call("list", "a")])).toEqual([]);
  });

  it("holds for any lists: the same list twice agrees, and every place is named at most once", () => {
    const record = fc.record(
      {
        tool_invoked: fc.constantFrom("list", "list@1", "find", "__proto__"),
        actual_args_sha256: fc.constantFrom(digest("a"), digest("b")),
        status: fc.constantFrom("ok" as const, "failed" as const, "denied" as const),
      },
      { requiredKeys: ["status"] },
    );
    const lists = fc.array(record, { maxLength: 12 });
    fc.assert(
      fc.property(lists, lists, (claimed, ran) => {
        expect(compareClaims(ran, ran).filter(({ kind }) => kind.startsWith("not"))).toEqual([]);
        const found = compareClaims(claimed, ran);
        const unmet = found.filter(({ kind }) => kind === "not_claimed");
        expect(new Set(unmet.map(({ recordIndex }) => recordIndex)).size).toBe(unmet.length);
        const calls = (list: typeof ran) => list.filter((one) => one.tool_invoked).length;
        const lost = found.filter(({ kind }) => kind === "not_run").length;
        expect(calls(claimed) - lost).toBe(calls(ran) - unmet.length);
      }),
    );
  });
});
