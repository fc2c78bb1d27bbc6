import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogEventBody } from "./log-event.ts";
import { spendingOf } from "./run-spending.ts";

type Call = { agent: string; model: string; cost: number | null; isEstimated: boolean };

function eventsOf(calls: readonly Call[]): LogEventBody[] {
  return calls.flatMap(({ agent, model, cost, isEstimated }, index) => {
    const callId = `h.m${index}`;
    const manifest = { agentId: agent };
    const answered = {
      callId,
      model,
      cost,
      inputTokens: 10,
      outputTokens: 1,
      ...(cost === null ? { costUnknown: "own-server" } : {}),
      ...(isEstimated ? { usageEstimated: true } : {}),
    };
    return [
      { type: "model.called", callId, manifest },
      { type: "model.answered", ...answered },
    ] as unknown as LogEventBody[];
  });
}

const anyCall = fc.record<Call>({
  agent: fc.constantFrom("coordinator", "general"),
  model: fc.constantFrom("a", "a-2026-01-31", "b"),
  cost: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: null }),
  isEstimated: fc.boolean(),
});

describe("spendingOf", () => {
  it("counts every call once, and its sums are those of the calls", () => {
    fc.assert(
      fc.property(fc.array(anyCall), (calls) => {
        const { entries, cost } = spendingOf(eventsOf(calls));
        const sum = (of: (entry: (typeof entries)[number]) => number) =>
          entries.reduce((total, entry) => total + of(entry), 0);
        const known = calls.filter((call) => call.cost !== null);
        const total = known.reduce((all, call) => all + (call.cost ?? 0), 0);
        expect(sum(({ calls: count }) => count)).toBe(calls.length);
        expect(sum(({ unpricedCalls }) => unpricedCalls)).toBe(calls.length - known.length);
        expect(sum((entry) => entry.cost)).toBe(total);
        expect(sum((entry) => entry.inputTokens)).toBe(10 * calls.length);
        expect(cost).toBe(known.length === 0 ? null : total);
        expect(new Set(entries.map(({ agentId, model }) => `${agentId} ${model}`)).size).toBe(
          entries.length,
        );
      }),
    );
  });

  it("says what a sum leaves out or rests on, or why there is none", () => {
    const call = { agent: "general", model: "a", cost: 1, isEstimated: false };
    const unknown = { ...call, cost: null };
    expect(spendingOf([]).note).toBe("no-calls");
    expect(spendingOf(eventsOf([call])).note).toBeNull();
    expect(spendingOf(eventsOf([call, { ...call, isEstimated: true }])).note).toBe("estimated");
    expect(spendingOf(eventsOf([call, unknown])).note).toBe("partly");
    expect(spendingOf(eventsOf([unknown])).note).toBe("own-server");
  });
});
