import "server-only";
/** What the model reads about a cell: its output as a prompt would show it, or what went wrong and what to do. */
import type { ToolOutcome } from "../tool.ts";
import type { CellEnd, CellReply } from "./cell-end.ts";
import type { InterpreterLimits } from "./start-interpreter.ts";

const GONE =
  "The interpreter was restarted: variables, functions and imports of earlier calls are gone.";
const FRESH =
  "(This interpreter has just started: nothing from earlier calls is defined. Define again what is needed.)";

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
  };
}
