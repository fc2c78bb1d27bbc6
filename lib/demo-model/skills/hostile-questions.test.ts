/** Long questions of repeated signs: an answer costs little more than that to a short one of the same signs. */
import { describe, expect, it } from "vitest";
import { leastCpuMs } from "../../../scripts/testing/cpu-time.ts";
import { CHART_TOOL, CODE_TOOL, FILE_TOOL, replyTo, user } from "../testing/converse.ts";

const TOOLS = [CODE_TOOL, FILE_TOOL, CHART_TOOL];
const BEGINNINGS = [
  "a",
  "move a",
  "rename a",
  "what is 1",
  "I need a brief for a",
  "draw a chart of",
];
const UNITS = [
  " ",
  "\n",
  "1",
  "1 ",
  "a ",
  "A’b ",
  ".",
  "?…",
  "=",
  "(",
  "\t1",
  "and ",
  ", ",
  "a@",
  "-a",
];

describe("a hostile question", () => {
  it.each(BEGINNINGS)("that begins with %j is answered like a short one", (beginning) => {
    for (const unit of UNITS) {
      const ask = (chars: number) => {
        const question = `${beginning}${unit.repeat(chars / unit.length)}b`;
        return () => replyTo([user(question)], TOOLS);
      };
      const enough = 32 * Math.max(leastCpuMs(ask(2_000), 10), 10);
      expect(leastCpuMs(ask(32_000), enough), JSON.stringify(unit)).toBeLessThan(enough);
    }
  });

  it("runs long code as it is written", () => {
    const code = `print(${"1 + ".repeat(3_000)}1)`;
    const [made] = replyTo([user(`Run this Python: ${code}`)], TOOLS).toolCalls;
    expect(JSON.parse(made?.arguments ?? "{}")).toEqual({ program: code });
  });
});
