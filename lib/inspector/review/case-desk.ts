/** The desk of a case: what reviewers do around a verdict, and reports of work in its answer that no call of a tool shows. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import {
  type CaseDesk,
  type ChangeDesk,
  MYSELF,
} from "../../contracts/inspector/review/case-desk.ts";
import { assignCase, putAside, storeComment } from "../../db/review/desk/change-desk.ts";
import { readDesk, readUncalledAnswer } from "../../db/review/desk/read-desk.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { SELF_REPORTS_MAX } from "../limits.ts";

/** @throws AppError `forbidden` without `review:judge`, `not-found` for a reviewer who neither has the case nor judged it */
export async function inspectDesk(actor: Actor, runId: string): Promise<CaseDesk> {
  const desk = await readDesk(actor, runId);
  const answer = await readUncalledAnswer(actor, runId);
  return { ...desk, selfReports: answer === null ? [] : selfReportsIn(answer) };
}

/** Their words to each other are masked before they are stored. @throws AppError as each of the three */
export function changeDesk(actor: Actor, runId: string, change: ChangeDesk): Promise<void> {
  switch (change.do) {
    case "comment":
      return storeComment(actor, runId, sanitise(change.words).value);
    case "assign":
      return assignCase(actor, runId, change.to === MYSELF ? actor.userId : change.to);
    case "put-aside":
      return putAside(actor, runId, change.until === null ? null : new Date(change.until));
    default:
      return change satisfies never;
  }
}

const DID =
  /\bI(?: have|['’]ve)?(?: just| already| also| then| now)? (?:ran|executed|called|invoked|searched|queried|looked up|fetched|downloaded|opened|computed|calculated|tested|checked|verified|sent|created|deleted|updated|saved|booked|added|removed)\b/iu;
const HAS_RUN = /\bI(?: have|['’]ve)(?: just| already| also| then| now)? run\b/iu;

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** @param answer Markdown; what stands in a block of code is no report */
export function selfReportsIn(answer: string): string[] {
  const found = new Set<string>();
  for (const { segment } of SENTENCES.segment(withoutCode(answer))) {
    const sentence = segment.trim();
    if (DID.test(sentence) || HAS_RUN.test(sentence)) found.add(sentence);
    if (found.size === SELF_REPORTS_MAX) break;
  }
  return [...found];
}

/** A fence opens a block and the next one closes it. */
function withoutCode(answer: string): string {
  let isCode = false;
  const lines = answer.split("\n").filter((line) => {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
  return lines.join("\n");
}
