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
  ...change,
});

/** The time is over in which verdicts can be undone. */
export const settle = () =>
  db().reviewVerdict.updateMany({ data: { at: new Date(Date.now() - UNDO_MS - 1_000) } });
