/** The model judge: what an admin writes and reads of it, and what it says of a case. */
import * as z from "zod/mini";
import { JUDGE_PROMPT_MAX_CHARS } from "../../limits.ts";

/** Under which its calls are counted: no account, so no person's budget. */
export const JUDGE_ID = "review-judge";

export const JudgeOffReason = z.enum(["replaced", "switched-off", "below-floor"]);
export type JudgeOffReason = z.infer<typeof JudgeOffReason>;

/**
 * - `commanded`: a text of the conversation resembles an instruction to a judge, and no model was asked.
 * - `inconsistent`: the model gave much the same number for wrong and for right.
 * - `malformed`: its answer has another form than the one asked for.
 * - `failed`: it refused this conversation, or gave no whole answer about it in time.
 */
export const ScoreOutcome = z.enum(["scored", "commanded", "inconsistent", "malformed", "failed"]);
export type ScoreOutcome = z.infer<typeof ScoreOutcome>;

/** From 0 to 1, with Wilson's interval at 95 %. */
const Rate = z.strictObject({
  found: z.int(),
  of: z.int(),
  low: z.number(),
  high: z.number(),
});
export type Rate = z.infer<typeof Rate>;

/** How a version fared on the cases of the test split, which are not listed for tuning. */
export const JudgeFigures = z.strictObject({
  /** Sensitivity: of the answers that people found wrong, those that it holds for wrong. */
  wrong: Rate,
  /** Specificity: of the others, those that it does not hold for wrong. */
  right: Rate,
  /** Judged cases to which it gave no score. */
  withoutScore: z.int(),
});
export type JudgeFigures = z.infer<typeof JudgeFigures>;

export const ListedJudge = z.strictObject({
  version: z.int(),
  prompt: z.string(),
  model: z.nullable(z.string()),
  madeBy: z.nullable(z.string()),
  at: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  offReason: z.nullable(JudgeOffReason),
  figures: JudgeFigures,
});
export type ListedJudge = z.infer<typeof ListedJudge>;

const score = z.nullable(z.int().check(z.gte(0), z.lte(100)));

/** A judged case of the tuning split: no words of anybody. */
const TuningCase = z.strictObject({
  runId: z.uuid(),
  reference: z.string(),
  outcome: ScoreOutcome,
  score,
  upheld: z.boolean(),
});

/** `GET /api/admin/review/judge`. The newest version first. */
export const JudgePage = z.strictObject({
  versions: z.array(ListedJudge),
  /** Of the newest version: where people and it differ first. */
  tuning: z.array(TuningCase),
  /** The connections that the operator offers. */
  choices: z.array(z.strictObject({ connection: z.string(), name: z.string() })),
  /** The lower bound that a version needs, and how many cases of each kind it is measured on at least. */
  floor: z.number(),
  floorCases: z.int(),
  spentToday: z.number(),
  budget: z.nullable(z.number()),
  currency: z.string(),
  /** No prompt may hold an earlier turn (`MEMORY_POLICY`), so none is asked. */
  isHeld: z.boolean(),
});
export type JudgePage = z.infer<typeof JudgePage>;

/** Body of `POST /api/admin/review/judge`. */
export const ChangeJudge = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("write"),
    prompt: z.string().check(z.trim(), z.minLength(1), z.maxLength(JUDGE_PROMPT_MAX_CHARS)),
    model: z.nullable(z.string()),
  }),
  z.strictObject({ do: z.literal("switch-off") }),
]);
export type ChangeJudge = z.infer<typeof ChangeJudge>;

/** A call by which a case was read, without its texts. */
export const ScoreCall = z.object({
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Null: it is not known. */
  cost: z.nullable(z.number()),
  durationMs: z.int(),
  manifest: z.object({
    /** What its prompt was made of, in order. */
    segments: z.array(
      z.object({ kind: z.string(), origins: z.optional(z.array(z.string())), bytes: z.int() }),
    ),
  }),
});
export type ScoreCall = z.infer<typeof ScoreCall>;

/** `GET /api/admin/review/[runId]/score`, for a reviewer who judged the case, once it is judged. Null: no version has read it. */
export const ModelScore = z.nullable(
  z.strictObject({
    version: z.int(),
    outcome: ScoreOutcome,
    score,
    reason: z.string(),
    /** None: no model was asked. */
    calls: z.array(ScoreCall),
    figures: JudgeFigures,
  }),
);
export type ModelScore = z.infer<typeof ModelScore>;
