/** The tool `python_interpreter`: a sandboxed Python prompt that keeps its variables. */
import "server-only";
import { z } from "zod";
import type { EarlierCall } from "../../contracts/run/run-work.ts";
import { settings } from "../../env/settings.ts";
import { PYTHON_LIMITS, REMEMBERED_LIMITS } from "../limits.ts";
import { rememberedText } from "../remembered-fields.ts";
import type { Remembers, Tool, ToolOutcome } from "../tool.ts";
import { whoAsks } from "../who-asks.ts";
import { type EarlierCell, pythonPool } from "./interpreter-pool.ts";
import type { CellEnd, CellReply, InterpreterLimits } from "./start-interpreter.ts";

export const PythonArguments = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(PYTHON_LIMITS.codeMaxChars)
    .describe("Python source. May be several lines."),
});
export type PythonArguments = z.infer<typeof PythonArguments>;

const REMEMBERS: Remembers = {
  arguments: z.object({ code: rememberedText(REMEMBERED_LIMITS.codeMaxChars) }),
  result: z.object({ output: rememberedText(REMEMBERED_LIMITS.outputMaxChars) }),
  readResult: (output) => ({ output }),
};

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
    const { PYTHON_TIMEOUT_MS: timeoutMs } = settings();
    return timeoutMs * PYTHON_LIMITS.wallPerProcessorTime + PYTHON_LIMITS.startAllowanceMs;
  },
  maxResultBytes: PYTHON_LIMITS.maxResultBytes,
  origin: "computed",
  policy: { writes: false, egress: false, riskTags: ["code-execution"] },
  status: "working-it-out",
  remembers: REMEMBERS,
  async run({ code }, context) {
    const { conversationId, runId, callsBefore, signal, waits } = context;
    const { PYTHON_TIMEOUT_MS: timeoutMs, PYTHON_MEMORY_MB: memoryMb } = settings();
    const branch = callsBefore && {
      runId,
      earlierCells: async () => toCells(await callsBefore()),
    };
    const place = { person: whoAsks(context).person, conversationId, branch };
    const end = await pythonPool().run(place, code, signal, waits);
    return describeCellEnd(end, { timeoutMs, memoryMb });
  },
};

function toCells(calls: readonly EarlierCall[]): EarlierCell[] {
  return calls.flatMap(({ runId, arguments: given }) => {
    const parsed = PythonArguments.safeParse(given);
    return parsed.success ? [{ runId, code: parsed.data.code }] : [];
  });
}

const GONE =
  "The interpreter was restarted: variables, functions and imports of earlier calls are gone.";
const FRESH =
  "(This interpreter has just started: nothing from earlier calls is defined. Define again what is needed.)";

/** Describes a cell for the model: its output as a prompt would print it, or what failed and what to try. */
export function describeCellEnd(end: CellEnd, limits: InterpreterLimits): ToolOutcome {
  switch (end.kind) {
    case "done":
      return describeReply(end.reply);
    case "timed-out":
      return failed(
        `Stopped: the code ran longer than ${limits.timeoutMs / 1000} s. ${GONE} Try a faster way, or less of it.`,
      );
    case "out-of-memory":
      return failed(
        `Stopped: the code needed more than ${limits.memoryMb} MB of memory. ${GONE} Hold less at once.`,
      );
    case "crashed":
      return failed(
        `The interpreter ended while the code ran, as it does when code ends its process or reaches for what is closed in here. ${GONE}`,
      );
    case "aborted":
      return failed("Stopped before it was done.");
    case "not-started":
      return failed("Python could not be started just now. Try once more, or answer without it.");
    default:
      return end satisfies never;
  }
}

function failed(content: string): ToolOutcome {
  return { outcome: "failed", content };
}

function describeReply({ stdout, stderr, value, error, fresh }: CellReply): ToolOutcome {
  const last = error ?? value;
  const parts = [
    stdout,
    stderr && `[stderr]\n${stderr}`,
    last && (stdout || stderr) ? `[${error ? "error" : "value"}]\n${last}` : last,
    error && fresh && /^NameError: /m.test(error) ? FRESH : "",
  ];
  const content = parts
    .filter((part) => part)
    .map((part) => part?.trimEnd())
    .join("\n");
  if (error !== null) return failed(content);
  return {
    outcome: "ok",
    content: content || "(Ran without output: print, or end with an expression.)",
    sources: [{ kind: "service", what: "calculation", label: null }],
  };
}
