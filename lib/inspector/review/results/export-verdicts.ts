/** Verdicts as CSV or JSON lines: a row for each verdict and criterion, masked by role. */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import type { Answer } from "../../../agreement/agreement.ts";
import type { ResultsExportQuery } from "../../../contracts/inspector/review/review-results.ts";
import { isRecord } from "../../../contracts/read-json.ts";
import { readScopesOf } from "../../../db/inspector/opening/reviews.ts";
import {
  exportFigures,
  type Figure,
  readReferences,
} from "../../../db/review/results/read-figures.ts";
import { readVerdictWords, type VerdictWords } from "../../../db/review/results/read-words.ts";
import { shareSteps } from "../../../gate/shared-work.ts";
import { type Cell, toCsvLine } from "../../csv-line.ts";
import { EXPORT_CASES_AT_ONCE } from "../../limits.ts";
import { daysOf } from "./inspect-results.ts";
import { foldCases, type JudgedCase } from "./judged-cases.ts";
import { answersOf, questionOf } from "./summarise-cases.ts";

/** One answer of one verdict. */
type Row = {
  found: JudgedCase;
  verdict: Figure;
  criterion: string;
  /** Null: it was written, and is masked. */
  value: Answer | null;
  reference: string | null;
  words: VerdictWords | null;
};

const COLUMNS: Record<string, (row: Row) => Cell> = {
  case: ({ verdict }) => verdict.unit,
  reference: ({ reference }) => reference,
  run_id: ({ found }) => found.runId,
  day: ({ verdict }) => verdict.day,
  verdict: ({ verdict }) => verdict.nth,
  counts: ({ found, verdict }) => String(found.counting === verdict),
  seat: ({ verdict }) => verdict.seat,
  blind: ({ found, verdict }) => String(found.pair?.includes(verdict) ?? false),
  rater: ({ verdict }) => verdict.rater,
  criterion: ({ criterion }) => criterion,
  value: ({ value }) => (typeof value === "boolean" ? String(value) : value),
  rubric: ({ verdict }) => verdict.rubric,
  question: ({ verdict, criterion }) => questionOf(verdict, criterion),
  seconds: ({ verdict }) => verdict.seconds,
  reasons: ({ verdict }) => verdict.reasons.join(" "),
  agents: ({ verdict }) => verdict.agents.join(" "),
  prompts: ({ verdict }) => verdict.prompts.join(" "),
  policies: ({ verdict }) => verdict.policies.join(" "),
  model: ({ verdict }) => verdict.model,
  told: ({ words }) => words?.told ?? null,
  note: ({ words }) => words?.note ?? null,
  masked: ({ words }) => String(words === null),
};

type Format = Exclude<ResultsExportQuery["format"], "promptfoo">;

/**
 * On record before the first part. Words are read some cases at a time, so that memory is bounded.
 * @throws AppError `forbidden` without `review:judge`, `audit-unavailable`; before the first part `too-much-at-once`
 */
export function exportVerdicts(
  actor: Actor,
  { range, format }: { range: ResultsExportQuery["range"]; format: Format },
): AsyncGenerator<string, void> {
  return shareSteps("export", { person: actor.userId }, writeParts(actor, range, format));
}

async function* writeParts(
  actor: Actor,
  range: ResultsExportQuery["range"],
  format: Format,
): AsyncGenerator<string, void> {
  const { opened } = await readScopesOf(actor);
  const { figures } = await exportFigures(actor, daysOf(range).from, { range, format });
  const cases = foldCases(figures);
  yield format === "csv" ? toCsvLine(Object.keys(COLUMNS)) : "";
  for (let at = 0; at < cases.length; at += EXPORT_CASES_AT_ONCE) {
    const part = cases.slice(at, at + EXPORT_CASES_AT_ONCE);
    const runIds = part.flatMap(({ runId }) => runId ?? []);
    const [references, words] = await Promise.all([
      readReferences(actor, runIds),
      readVerdictWords(actor, runIds, opened),
    ]);
    yield writeRows(
      part.flatMap((found) => toRows(found, references, words)),
      format,
    );
  }
}

function toRows(
  found: JudgedCase,
  references: ReadonlyMap<string, string>,
  allWords: readonly VerdictWords[],
): Row[] {
  const reference = references.get(found.runId ?? "") ?? null;
  return found.verdicts.flatMap((verdict) => {
    const words =
      allWords.find(({ runId, nth }) => runId === found.runId && nth === verdict.nth) ?? null;
    const answers = [...answersOf(verdict), ...writtenAnswers(verdict, words)];
    return answers.map(([criterion, value]) => ({
      found,
      verdict,
      criterion,
      value,
      reference,
      words,
    }));
  });
}

/** Answers that are words: figures do not have them. */
function writtenAnswers(
  { answers: closed }: Figure,
  words: VerdictWords | null,
): [string, string][] {
  if (!words || !isRecord(words.answers)) return [];
  return Object.entries(words.answers).filter(
    (answer): answer is [string, string] => !(answer[0] in closed) && typeof answer[1] === "string",
  );
}

/** The rows, without a head. */
function writeRows(rows: readonly Row[], format: Format): string {
  const columns = Object.entries(COLUMNS);
  if (format === "csv")
    return rows.map((row) => toCsvLine(columns.map(([, read]) => read(row)))).join("");
  return rows
    .map((row) => {
      const cells = columns.map(([name, read]) => [name, read(row)] as const);
      return `${JSON.stringify({ ...Object.fromEntries(cells), value: row.value })}\n`;
    })
    .join("");
}
