/** Cases that reviewers judge: the list, one case, and what a reviewer does with it. */
import * as z from "zod/mini";
import { VersionedRubric } from "./rubric.ts";
import { NewVerdict, ShownVerdict, VerdictDraft } from "./verdict.ts";

/** `sent`: by an admin. The others but `contested` and `appealed` are found by rules. */
export const ReviewReasonKind = z.enum([
  "contested",
  "appealed",
  "thumbs-down",
  "deviation",
  "denied",
  "declined",
  "violation",
  "finding",
  "ended",
  "cost",
  "time",
  "first-runs",
  "random",
  "sent",
]);
export type ReviewReasonKind = z.infer<typeof ReviewReasonKind>;
/** As it is stored. A case is taken while somebody has a seat at it. */
export const StoredCaseState = z.enum(["open", "judged", "closed"]);
export type StoredCaseState = z.infer<typeof StoredCaseState>;

const CaseState = z.enum(["open", "taken", "judged", "closed"]);

const CaseReason = z.strictObject({
  kind: ReviewReasonKind,
  /** What triggered it. Of a contested answer: a ContestedFor. */
  figure: z.string(),
  /** The name of the rule that found it. */
  rule: z.nullable(z.string()),
});
export type CaseReason = z.infer<typeof CaseReason>;

export const ListedCase = z.strictObject({
  runId: z.uuid(),
  reference: z.string(),
  state: CaseState,
  since: z.iso.datetime(),
  severity: z.int(),
  reasons: z.array(CaseReason),
  /** Name of who has it. */
  takenBy: z.nullable(z.string()),
  isMine: z.boolean(),
  /** It is about the operator's own conversation, which somebody else judges. */
  isOwn: z.boolean(),
  /** Null until it is judged by as many as it asks for. */
  upheld: z.nullable(z.boolean()),
  /** How many judge it; 3: the first two differ. */
  asks: z.int(),
  /** Nobody is there who may judge it. */
  lacks: z.boolean(),
  /** The reviewer whose it is. */
  assignedTo: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  isAssignedToMe: z.boolean(),
  /** Until when it is nobody's next case. */
  putAsideUntil: z.nullable(z.iso.datetime()),
  isOverdue: z.boolean(),
  /** Whether the reviewer may take it now. */
  mayTake: z.boolean(),
  /** Whether they have judged it, and may read what they found. */
  hasJudged: z.boolean(),
});
export type ListedCase = z.infer<typeof ListedCase>;

/** `GET /api/admin/review`: what is open first, the most urgent before all others. */
export const ReviewCases = z.strictObject({
  cases: z.array(ListedCase),
  open: z.int(),
  /** How many are shown on all pages. */
  total: z.int(),
  seatMinutes: z.int(),
  /** The reviewer's last verdict, while it can be undone. */
  undo: z.nullable(
    z.strictObject({ runId: z.uuid(), reference: z.string(), until: z.iso.datetime() }),
  ),
  /** Those whose a case can be, for anybody who decides that; for all others nobody. */
  reviewers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type ReviewCases = z.infer<typeof ReviewCases>;

/** Body of `POST /api/admin/review`. Null: the next one, or the next with this reason. */
export const TakeCase = z.strictObject({
  runId: z.nullable(z.uuid()),
  reason: z.optional(ReviewReasonKind),
});
export type TakeCase = z.infer<typeof TakeCase>;
/** Null: there is none, or somebody else has it. */
export const TakenCase = z.strictObject({ runId: z.nullable(z.uuid()) });

/** `GET /api/admin/review/[runId]`: for a reviewer who has a seat at it, or judged it. */
export const ReviewCase = z.strictObject({
  runId: z.uuid(),
  reference: z.string(),
  state: CaseState,
  since: z.iso.datetime(),
  reasons: z.array(z.extend(CaseReason, { words: z.string() })),
  /** Until when the reviewer has it; null: no more. */
  until: z.nullable(z.iso.datetime()),
  /** Which judge the reviewer is: 1, 2, or 3, who decides; null: none any more. */
  seat: z.nullable(z.int()),
  /** How many judge it. */
  asks: z.int(),
  draft: z.nullable(VerdictDraft),
  /** That the verdict is given by. */
  rubric: VersionedRubric,
  /** Older versions that a verdict shown here was given by. */
  rubrics: z.array(VersionedRubric),
  /** The reviewer's own last one. */
  verdict: z.nullable(ShownVerdict),
  /** Of the other judges. None until all have judged, except for the reviewer who decides between them. */
  others: z.array(ShownVerdict),
  /** Whether the exchange has left memory. */
  hasLeft: z.boolean(),
  /** What stays in agents' memories of an exchange that left memory: names of fields that something changed again. */
  left: z.array(z.strictObject({ agent: z.string(), fields: z.array(z.string()) })),
  /** Whether the reviewer's own verdict can be corrected. */
  mayCorrect: z.boolean(),
});
export type ReviewCase = z.infer<typeof ReviewCase>;

/** Body of `POST /api/admin/review/[runId]`. */
export const ChangeCase = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("keep"), draft: VerdictDraft }),
  z.strictObject({ do: z.literal("leave") }),
  z.strictObject({ do: z.literal("judge"), verdict: NewVerdict }),
  z.strictObject({ do: z.literal("undo") }),
  z.strictObject({ do: z.literal("correct"), verdict: NewVerdict }),
]);
export type ChangeCase = z.infer<typeof ChangeCase>;
export const CaseChanged = z.strictObject({ until: z.nullable(z.iso.datetime()) });
