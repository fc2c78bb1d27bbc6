import { describe, expect, it } from "vitest";
import { continueTrace, formatTraceparent, parseTraceparent } from "./trace-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("traceparent", () => {
  it("is continued in a new span", () => {
    const next = continueTrace(`00-${TRACE}-${SPAN}-00`);
    expect(next).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, sampled: false });
    expect(next.spanId).not.toBe(SPAN);
    const { parentSpanId: _parent, ...context } = next;
    expect(parseTraceparent(formatTraceparent(next))).toEqual(context);
  });

  it("of a later version is read as far as it is known", () => {
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-more`)).toMatchObject({ sampled: true });
  });

  it.each([
    undefined,
    "",
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `cc-${TRACE}-${SPAN}-01more`,
    `00-${TRACE}-${SPAN}-01\n`,
  ])("is ignored where malformed, and a new trace starts: %s", (malformed) => {
    expect(parseTraceparent(malformed)).toBeNull();
    const next = continueTrace(malformed);
    expect(next.parentSpanId).toBeNull();
    expect(next.traceId).not.toBe(TRACE);
    expect(parseTraceparent(formatTraceparent(next))).not.toBeNull();
  });
});
