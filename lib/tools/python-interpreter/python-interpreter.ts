import "server-only";
/** The tool `python_interpreter`: a Python prompt that remembers, shut off from everything else. */
import { z } from "zod";
import { settings } from "../../env/settings.ts";
import type { Tool } from "../tool.ts";
import { describeCellEnd } from "./describe-cell-end.ts";
import { pythonPool } from "./python-pool.ts";

const CODE_MAX_CHARS = 100_000;
/** A first start on a new installation, and a place in line. */
const START_ALLOWANCE_MS = 40_000;

export const PythonArguments = z.strictObject({
  code: z.string().min(1).max(CODE_MAX_CHARS).describe("Python source. May be several lines."),
});
export type PythonArguments = z.infer<typeof PythonArguments>;

export const pythonInterpreter: Tool<typeof PythonArguments> = {
  name: "python_interpreter",
  version: "1",
  description:
    "Runs Python 3.14 code like a prompt: returns what it prints and the value of the last expression. " +
    "Variables stay for later calls in this conversation. Use it for all arithmetic, sequences, dates, " +
    "counting, sorting and data work instead of working it out by hand. Standard library only; no packages, " +
    "no network, no files of the person, no input(), no time zones but UTC and fixed offsets.",
  arguments: PythonArguments,
  get timeoutMs() {
    return settings().PYTHON_TIMEOUT_MS + START_ALLOWANCE_MS;
  },
  maxResultBytes: 32_000,
  policy: { writes: false, egress: false, riskTags: ["code-execution"] },
  status: "working-it-out",
  async run({ code }, { conversationId, signal }) {
    const { PYTHON_TIMEOUT_MS: timeoutMs, PYTHON_MEMORY_MB: memoryMb } = settings();
    const end = await pythonPool().run(conversationId, code, signal);
    return describeCellEnd(end, { timeoutMs, memoryMb });
  },
};
