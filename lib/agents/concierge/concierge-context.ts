/** `concierge@1`: the structured memory of the concierge (ADR-040, "Context State Is Memory"). */
import "server-only";
import { z } from "zod";
import {
  type ContextSchema,
  keyName,
  lineOf,
  listChangeOf,
  listOf,
  mapChangeOf,
  replacedLineOf,
} from "../../context-state/context-schema.ts";
import {
  CONTEXT_ANSWER_MAX_CHARS,
  CONTEXT_ANSWERS_MAX_COUNT,
  CONTEXT_ITEM_MAX_CHARS,
  CONTEXT_LIST_MAX_ITEMS,
  CONTEXT_SUMMARY_MAX_CHARS,
} from "../limits.ts";
import { withoutAnswered } from "./answered-topics.ts";
import { INTAKE_TOPICS } from "./topics.ts";

export const ConciergeContext = z.strictObject({
  intake_summary: lineOf(CONTEXT_SUMMARY_MAX_CHARS),
  known_constraints: listOf(CONTEXT_ITEM_MAX_CHARS, CONTEXT_LIST_MAX_ITEMS),
  open_gaps: listOf(CONTEXT_ITEM_MAX_CHARS, CONTEXT_LIST_MAX_ITEMS),
  /** Questions, or their keys, that must not be asked again. */
  questions_asked: listOf(CONTEXT_ITEM_MAX_CHARS, CONTEXT_LIST_MAX_ITEMS),
  answers: z
    .record(keyName, lineOf(CONTEXT_ANSWER_MAX_CHARS).min(1))
    .refine(
      (answers) => Object.keys(answers).length <= CONTEXT_ANSWERS_MAX_COUNT,
      "too many answers",
    ),
  ready_to_proceed: z.boolean(),
  /** Why no brief could be written; null or absent where nothing is in the way. */
  blocked: lineOf(CONTEXT_SUMMARY_MAX_CHARS).min(1).nullable().optional(),
});

export type ConciergeContext = z.infer<typeof ConciergeContext>;

/** A change by the concierge. Scalars replace, lists accept items or `{add, remove}`, answers merge by key. */
export const ConciergeDelta = z.strictObject({
  begin_anew: z
    .boolean()
    .optional()
    .describe(
      "True where another brief begins: all that is known is cleared before the rest applies.",
    ),
  intake_summary: replacedLineOf(CONTEXT_SUMMARY_MAX_CHARS).optional(),
  known_constraints: listChangeOf(CONTEXT_ITEM_MAX_CHARS, CONTEXT_LIST_MAX_ITEMS).optional(),
  open_gaps: listChangeOf(CONTEXT_ITEM_MAX_CHARS, CONTEXT_LIST_MAX_ITEMS).optional(),
  questions_asked: listChangeOf(CONTEXT_ITEM_MAX_CHARS, CONTEXT_LIST_MAX_ITEMS).optional(),
  answers: mapChangeOf(CONTEXT_ANSWER_MAX_CHARS).optional(),
  ready_to_proceed: z.boolean().optional(),
});
export type ConciergeDelta = z.input<typeof ConciergeDelta>;

/** A change by the model, or by the check of the brief, which alone says whether an intake is blocked. */
const ConciergeChange = ConciergeDelta.extend({
  blocked: replacedLineOf(CONTEXT_SUMMARY_MAX_CHARS).nullable().optional(),
});

export const CONCIERGE_CONTEXT: ContextSchema<ConciergeContext> = {
  name: "concierge@1",
  state: ConciergeContext,
  delta: ConciergeChange,
  clearedBy: "begin_anew",
  rules: {
    intake_summary: "replace",
    known_constraints: "append",
    open_gaps: "append",
    questions_asked: "append",
    answers: "merge",
    ready_to_proceed: "replace",
    blocked: "replace",
  },
  empty: {
    intake_summary: "",
    known_constraints: [],
    open_gaps: [],
    questions_asked: [],
    answers: {},
    ready_to_proceed: false,
  },
  reconcile: (state) => ({
    ...state,
    open_gaps: withoutAnswered(state.open_gaps, state.answers),
  }),
  namesKey: (key) => INTAKE_TOPICS.some((topic) => topic.key === key),
};
