/** Long questions of repeated signs: an answer costs little more than that to a short one of the same signs. */
import { cpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
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

/** Processor time in milliseconds. */
function costOf(question: string): number {
  const before = cpuUsage();
  replyTo([user(question)], TOOLS);
  const { user: own, system } = cpuUsage(before);
  return (own + system) / 1_000;
}

describe("a hostile question", () => {
  it.each(BEGINNINGS)("that begins with %j is answered like a short one", (beginning) => {
    for (const unit of UNITS) {
      const ask = (chars: number) => costOf(`${beginning}${unit.repeat(chars / unit.length)}b`);
      const short = ask(2_000);
      expect(ask(32_000) / Math.max(short, 10), JSON.stringify(unit)).toBeLessThan(32);
    }
  });

  it("runs long code as it is written", () => {
    const code = `print(${"1 + ".repeat(3_000)}1)`;
    const [made] = replyTo([user(`Run this Python: ${code}`)], TOOLS).toolCalls;
    expect(JSON.parse(made?.arguments ?? "{}")).toEqual({ program: code });
  });
});
