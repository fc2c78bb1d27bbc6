/** A verdict: the words, what the rubric asks for, and marked places of the run. */
import * as z from "zod/mini";
import {
  FEEDBACK_MAX_CHARS,
  REVIEW_ANSWER_MAX_CHARS,
  REVIEW_MARK_NOTE_MAX_CHARS,
  REVIEW_MARKS_MAX,
  REVIEW_NOTE_MAX_CHARS,
  RUBRIC_CRITERIA_MAX,
  RUBRIC_LABELS_MAX,
} from "../../limits.ts";
import { type Criterion, optionsOf, type Rubric } from "./rubric.ts";

const seq = z.int().check(z.positive());

/** A place of the run. `from`, `to`: of the answer's text, in UTF-16 units. */
export const MarkPlace = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("event"), seq }),
  z.strictObject({ at: z.literal("call"), seq }),
  z.strictObject({
    at: z.literal("hop"),
    hopRef: z.string().check(z.minLength(1), z.maxLength(80)),
  }),
  z
    .strictObject({
      at: z.literal("answer"),
      from: z.int().check(z.nonnegative()),
      to: z.int().check(z.positive()),
    })
    .check(z.refine(({ from, to }) => from < to)),
]);
export type MarkPlace = z.infer<typeof MarkPlace>;

export const Mark = z.strictObject({
  place: MarkPlace,
  note: z.string().check(z.maxLength(REVIEW_MARK_NOTE_MAX_CHARS)),
  /** Id of a label of the rubric. */
  label: z.nullable(z.string().check(z.maxLength(40))),
});
export type Mark = z.infer<typeof Mark>;

export const samePlace = (one: MarkPlace, other: MarkPlace): boolean =>
  one.at === other.at && keyOfPlace(one) === keyOfPlace(other);

export function keyOfPlace(place: MarkPlace): string {
  if (place.at === "hop") return `hop:${place.hopRef}`;
  return place.at === "answer" ? `answer:${place.from}-${place.to}` : `${place.at}:${place.seq}`;
}

const AnswerValue = z.union([
  z.boolean(),
  z.int(),
  z.string().check(z.maxLength(REVIEW_ANSWER_MAX_CHARS)),
]);

/** By the id of the criterion. */
export const Answers = z
  .record(z.string().check(z.maxLength(40)), AnswerValue)
  .check(z.refine((answers) => Object.keys(answers).length <= RUBRIC_CRITERIA_MAX));
export type Answers = z.infer<typeof Answers>;

export const Labels = z.array(z.string().check(z.maxLength(40))).check(
  z.maxLength(RUBRIC_LABELS_MAX),
  z.refine((labels) => new Set(labels).size === labels.length),
);
export const Marks = z.array(Mark).check(z.maxLength(REVIEW_MARKS_MAX));

/** What the rubric asks for. `rubric`: the version that the form was made from. */
const judgement = {
  rubric: z.nullable(z.int()),
  answers: Answers,
  labels: Labels,
  marks: Marks,
  /** The exchange leaves memory. */
  forget: z._default(z.boolean(), false),
};

/** What a reviewer has written so far. Drafts of earlier versions have less. */
export const VerdictDraft = z.strictObject({
  upheld: z.nullable(z.boolean()),
  /** For the person. */
  told: z.string().check(z.maxLength(FEEDBACK_MAX_CHARS)),
  /** For reviewers. */
  note: z.string().check(z.maxLength(REVIEW_NOTE_MAX_CHARS)),
  rubric: z._default(judgement.rubric, null),
  answers: z._default(judgement.answers, {}),
  labels: z._default(judgement.labels, []),
  marks: z._default(judgement.marks, []),
  forget: judgement.forget,
});
export type VerdictDraft = z.infer<typeof VerdictDraft>;

/** Whoever finds the answer wrong tells the person why. */
export const NewVerdict = z
  .strictObject({
    upheld: z.boolean(),
    told: z.string().check(z.trim(), z.maxLength(FEEDBACK_MAX_CHARS)),
    note: z.string().check(z.trim(), z.maxLength(REVIEW_NOTE_MAX_CHARS)),
    ...judgement,
    rubric: z.int(),
  })
  .check(z.refine(({ upheld, told, forget }) => (upheld ? told !== "" : !forget)));
export type NewVerdict = z.infer<typeof NewVerdict>;

/** As reviewers read it. Who gave it is not told. */
export const ShownVerdict = z.strictObject({
  nth: z.int(),
  /** 1 and 2 judge; 3 decides where they differ. */
  seat: z.int(),
  upheld: z.boolean(),
  told: z.string(),
  note: z.string(),
  ...judgement,
  at: z.iso.datetime(),
});
export type ShownVerdict = z.infer<typeof ShownVerdict>;

/** Whether a value is one that the criterion can be answered by. */
export function fits(criterion: Criterion, value: Answers[string]): boolean {
  if (criterion.kind === "text") return typeof value === "string" && value.trim() !== "";
  return optionsOf(criterion).some((option) => option.value === value);
}

/** Ids of the required criteria that are not answered. */
export const unanswered = ({ criteria }: Rubric, answers: Answers): string[] =>
  criteria
    .filter(({ id, required }) => required && !Object.hasOwn(answers, id))
    .map(({ id }) => id);

/** @returns what is wrong with a verdict under this rubric; null: nothing */
export function faultOf(
  rubric: Rubric,
  { answers, labels, marks }: Pick<NewVerdict, "answers" | "labels" | "marks">,
): string | null {
  const [missing] = unanswered(rubric, answers);
  if (missing !== undefined) return `no answer to ${missing}`;
  for (const [id, value] of Object.entries(answers)) {
    const criterion = rubric.criteria.find((each) => each.id === id);
    if (!criterion || !fits(criterion, value)) return `no such answer to ${id}`;
  }
  const known = new Set(rubric.labels.map(({ id }) => id));
  const used = [...labels, ...marks.flatMap(({ label }) => label ?? [])];
  const unknown = used.find((label) => !known.has(label));
  return unknown === undefined ? null : `no such label: ${unknown}`;
}
