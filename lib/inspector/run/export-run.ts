/** A run as a whole, as JSON lines: run, messages, states, its plain account, events, hops, model calls and an end, masked. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { InspectedEvent } from "../../contracts/inspector/events/inspected-event.ts";
import type { InspectedRun } from "../../contracts/inspector/run/inspected-run.ts";
import type { RunExportQuery } from "../../contracts/inspector/run-query.ts";
import { shareSteps } from "../../gate/shared-work.ts";
import { inspectAccount } from "../account/inspect-account.ts";
import { type Cell, toCsvLine } from "../csv-line.ts";
import { inspectCalls } from "../model-calls/inspect-calls.ts";
import type { PromptRecipes } from "../model-calls/prompt-recipes.ts";
import { decideReading } from "../payload-access.ts";
import { inspectRun, inspectRunNews } from "./inspect-run.ts";

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
  approval: (run) => run.approval,
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

type Line = {
  kind: "run" | "message" | "state" | "account" | "event" | "hop" | "call" | "end";
} & object;
type Hop = { hopRef: string; startedAt: string; [field: string]: unknown };

/**
 * Each part is audited before it is read, as in the panels. Reads page by page, so memory is bounded. What may be read is
 * decided once: a file whose reason ends meanwhile is the same from its first line to its last.
 * @throws AppError `forbidden`, `not-found`, `audit-unavailable`; before the first part `too-much-at-once`
 */
export function exportRun(
  actor: Actor,
  runId: string,
  recipes: PromptRecipes,
): AsyncGenerator<string, void> {
  return shareSteps("export", { person: actor.userId }, readParts(actor, runId, recipes));
}

async function* readParts(
  actor: Actor,
  runId: string,
  recipes: PromptRecipes,
): AsyncGenerator<string, void> {
  const hops = new Map<string, Hop>();
  let eventCount = 0;
  let callCount = 0;
  const reading = await decideReading(actor, { runIds: [runId] });
  const first = await inspectRun(actor, runId, reading);
  yield toLines([
    { kind: "run", ...first.run },
    ...first.messages.map((message) => ({ kind: "message" as const, ...message })),
    ...first.states.map((state) => ({ kind: "state" as const, ...state })),
  ]);
  const account = await inspectAccount(actor, runId, reading.access);
  yield toLines([{ kind: "account", ...account }]);
  let page: Pick<typeof first, "events" | "hasMore"> = first;
  for (;;) {
    for (const event of page.events) foldHop(hops, event);
    yield toLines(page.events.map((event) => ({ kind: "event", ...event })));
    eventCount += page.events.length;
    const last = page.events.at(-1)?.seq;
    if (!page.hasMore || last === undefined) break;
    page = await inspectRunNews(actor, runId, last, reading);
  }
  yield toLines([...hops.values()].map((hop) => ({ kind: "hop", ...hop })));
  for (let after = 0; ; ) {
    const { calls, hasMore } = await inspectCalls(actor, runId, { after }, recipes, reading.access);
    yield toLines(calls.map((call) => ({ ...call, kind: "call" })));
    callCount += calls.length;
    const last = calls.at(-1)?.seq;
    if (!hasMore || last === undefined) break;
    after = last;
  }
  // A file without this line was cut.
  const { length: messages } = first.messages;
  const { length: states } = first.states;
  const { length: sentences } = account.sentences;
  const counts = {
    sentences,
    messages,
    states,
    events: eventCount,
    hops: hops.size,
    calls: callCount,
  };
  yield toLines([{ kind: "end", ...counts }]);
}

/** A hop from its start and its end: structure and times, which both roles may see. */
function foldHop(hops: Map<string, Hop>, { body, at }: InspectedEvent): void {
  if (body?.type === "hop.started") {
    const { hopRef, parentRef, kind: hopKind, nodeId } = body;
    hops.set(hopRef, { hopRef, parentRef, hopKind, nodeId, startedAt: at });
  } else if (body?.type === "hop.ended") {
    const hop = hops.get(body.hopRef);
    const { outcome, durationMs } = body;
    if (hop) hops.set(body.hopRef, { ...hop, outcome, durationMs });
  }
}

function toLines(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The text before the first row. */
export function headOf(format: RunExportQuery["format"]): string {
  return format === "csv" ? toCsvLine(Object.keys(COLUMNS)) : "";
}

/** Writes runs as CSV, safe against formulas, or as JSON lines. */
export function writeRuns(runs: readonly InspectedRun[], format: RunExportQuery["format"]): string {
  if (format === "jsonl") return runs.map((run) => `${JSON.stringify(run)}\n`).join("");
  return runs.map((run) => toCsvLine(Object.values(COLUMNS).map((read) => read(run)))).join("");
}
