/**
 * Judged cases as a suite for promptfoo (https://www.promptfoo.dev/docs/configuration/reference/), of those whose words the
 * operator may read.
 */
import "server-only";
import type { Actor } from "../../../access/actor.ts";
import type { ResultsRange } from "../../../contracts/inspector/review/review-results.ts";
import { readScopesOf } from "../../../db/inspector/opening/reviews.ts";
import { exportFigures, readReferences } from "../../../db/review/results/read-figures.ts";
import { readSaidInRuns, type SaidInRun } from "../../../db/review/results/read-words.ts";
import { shareWork } from "../../../gate/shared-work.ts";
import { suiteDescription, suiteRight, suiteWrong } from "../../../messages/review-results.ts";
import { SUITE_CASES_MAX } from "../../limits.ts";
import { daysOf } from "./inspect-results.ts";
import { foldCases, type JudgedCase } from "./judged-cases.ts";

/** How much of a right answer's words another answer must have, by ROUGE-1. */
const ALIKE = 0.6;

/** @throws AppError `forbidden` without `review:judge`, `audit-unavailable`, `too-much-at-once` */
export function exportSuite(actor: Actor, range: ResultsRange): Promise<string> {
  return shareWork("export", { person: actor.userId }, async () => {
    const { said } = await readScopesOf(actor);
    const detail = { range, format: "promptfoo" };
    const { figures } = await exportFigures(actor, daysOf(range).from, detail);
    const all = foldCases(figures);
    const runIds = all.flatMap(({ runId }) => runId ?? []).slice(0, SUITE_CASES_MAX);
    const references = await readReferences(actor, runIds);
    const texts = await readSaidInRuns(actor, [...references.keys()], said);
    const byRun = new Map(texts.map((text) => [text.runId, text]));
    const tests = all.flatMap((found) => {
      const text = byRun.get(found.runId ?? "");
      return text ? toTest(found, text, references.get(text.runId) ?? "") : [];
    });
    return `${JSON.stringify(toSuite(tests, all.length - tests.length), null, 2)}\n`;
  });
}

const toSuite = (tests: readonly object[], leftOut: number) => ({
  description: suiteDescription({ cases: tests.length, leftOut }),
  prompts: ["{{answer}}"],
  providers: ["echo"],
  tests,
});

function toTest(found: JudgedCase, said: SaidInRun, reference: string) {
  const { reasons, agents, prompts, policies, model } = found.verdicts[0];
  const [question, answer] = [inertText(said.question), inertText(said.answer)];
  return {
    description: reference,
    vars: { question, answer },
    metadata: { upheld: found.upheld, reasons, agents, prompts, policies, model },
    assert: [
      found.upheld
        ? { type: "not-equals", value: answer, metric: suiteWrong() }
        : { type: "rouge-n", value: answer, threshold: ALIKE, metric: suiteRight() },
    ],
  };
}

/** Joins nothing and is not seen: it keeps two characters from being read as one sign. */
const JOINER = "\u2060";

/**
 * What people and models wrote must not be a template, which could read the machine's environment, nor the address of a file,
 * which would be loaded or run.
 */
export function inertText(text: string): string {
  const inert = text.replaceAll(/\{(?=[{%#])|[}%#](?=\})/g, `$&${JOINER}`);
  return /^\s*[a-z][a-z\d+.-]{0,30}:/i.test(inert) ? `${JOINER}${inert}` : inert;
}
