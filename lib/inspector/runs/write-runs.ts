/** Writes runs as CSV, safe against formulas, or as JSON lines. */
import "server-only";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import type { RunExportQuery } from "../../contracts/inspector/runs/run-query.ts";

type Cell = string | number | null;

const COLUMNS: Record<string, (run: InspectedRun) => Cell> = {
  run_id: (run) => run.id,
  started_at: (run) => run.startedAt,
  ended_at: (run) => run.endedAt,
  person: (run) => run.person.name,
  email: (run) => run.person.email,
  conversation_id: (run) => run.conversation.id,
  conversation: (run) => run.conversation.title,
  question: (run) => run.question,
  agent: (run) => run.agentId,
  agents: (run) => run.agents.join(" "),
  model: (run) => run.model,
  status: (run) => run.status,
  reason: (run) => run.reason,
  deviation: (run) => run.deviation,
  policy_outcome: (run) => run.policyOutcome,
  findings: (run) => run.findings.join(" "),
  feedback: (run) => run.feedback?.verdict ?? null,
  feedback_words: (run) => run.feedback?.words ?? null,
  duration_ms: (run) => run.durationMs,
  rounds: (run) => run.rounds,
  model_calls: (run) => run.modelCalls,
  tool_calls: (run) => run.toolCalls,
  input_tokens: (run) => run.inputTokens,
  output_tokens: (run) => run.outputTokens,
  cost: (run) => run.cost,
  cost_note: (run) => run.costNote,
};

/** The text before the first row. */
export function headOf(format: RunExportQuery["format"]): string {
  return format === "csv" ? toLine(Object.keys(COLUMNS)) : "";
}

export function writeRuns(runs: readonly InspectedRun[], format: RunExportQuery["format"]): string {
  if (format === "jsonl") return runs.map((run) => `${JSON.stringify(run)}\n`).join("");
  return runs.map((run) => toLine(Object.values(COLUMNS).map((read) => read(run)))).join("");
}

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** RFC 4180. A text that a spreadsheet would read as a formula gets an apostrophe in front. */
function toCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const inert = /^\s*[=+\-@\t\r\n|%＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return `"${inert.replaceAll('"', '""')}"`;
}
