/** Verdicts under the rubric that the product comes with, for tests. */
import "server-only";
import { FIRST_RUBRIC } from "../../../contracts/inspector/review/first-rubric.ts";
import type { NewVerdict, VerdictDraft } from "../../../contracts/inspector/review/verdict.ts";
import { UNDO_MS } from "../../../contracts/limits.ts";
import { db } from "../../client.ts";

const UPHELD: NewVerdict = {
  upheld: true,
  told: "zqtold",
  note: "zqnote",
  rubric: FIRST_RUBRIC.version,
  answers: { true: false, asked: true, acts: "as-agreed" },
  labels: ["source"],
  marks: [],
  forget: false,
};

export const verdictOf = (change: Partial<NewVerdict> = {}): NewVerdict => ({
  ...UPHELD,
  ...change,
});

export const draftOf = (change: Partial<VerdictDraft> = {}): VerdictDraft => ({
  upheld: null,
  told: "",
  note: "",
  rubric: FIRST_RUBRIC.version,
  answers: {},
  labels: [],
  marks: [],
  forget: false,
  ...change,
});

const SETTLED_S = UNDO_MS / 1_000 + 1;

/** The time is over in which verdicts can be undone. What was before what stays so. */
export async function settle(): Promise<void> {
  await db().$executeRaw`UPDATE review_verdict SET at = at - make_interval(secs => ${SETTLED_S})`;
  await db().$executeRaw`UPDATE review_reason SET at = at - make_interval(secs => ${SETTLED_S})`;
}
