/** What verdicts say in numbers: of what was judged, of the random sample, and of how far reviewers agree. */
import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());
const share = z.number().check(z.minimum(0), z.maximum(1));

/** Days that end today (UTC), by the verdict that a case counts by. */
export const ResultsRange = z.enum(["7d", "30d", "90d", "365d"]);
export type ResultsRange = z.infer<typeof ResultsRange>;

/** Query of `GET /api/admin/review/results`. */
export const ResultsQuery = z.strictObject({ range: z._default(ResultsRange, "30d") });
export type ResultsQuery = z.infer<typeof ResultsQuery>;

/** What cases can be told apart by. */
export const PartKind = z.enum(["day", "rule", "agent", "prompt", "policy", "model"]);
export type PartKind = z.infer<typeof PartKind>;

/** `sample`: the random one; `pairs`: judged by two who did not know of each other; `raters`: by these two. */
const FigureKind = z.enum(["all", ...PartKind.options, "sample", "pairs", "raters"]);

const name = z.string().check(z.maxLength(200));

/** Query of `GET /api/admin/review/results/cases`: those behind a figure. */
export const FigureQuery = z.strictObject({
  range: z._default(ResultsRange, "30d"),
  by: z._default(FigureKind, "all"),
  /** Which part; of two raters `<one>~<other>`. Empty: the cases without any, or where there are no parts. */
  of: z._default(name, ""),
  /** Only the cases whose answer was found wrong. */
  wrong: z.optional(z.literal("1")),
});
export type FigureQuery = z.infer<typeof FigureQuery>;

const judged = {
  judged: count,
  /** Found wrong. */
  upheld: count,
};

/** A case counts in each part that it belongs to. */
export const ResultsPart = z.strictObject({ key: z.string(), ...judged });
export type ResultsPart = z.infer<typeof ResultsPart>;

/** The verdict itself, beside the criteria of the rubric, whose ids begin with a letter. */
export const VERDICT_CRITERION = "_verdict";

/** What was asked. */
const question = {
  /** Its id, or `VERDICT_CRITERION`. */
  criterion: z.string(),
  /** The first version in the period that asks the same by it. Null: the verdict itself, or from before there were any. */
  rubric: z.nullable(z.int()),
};

/** Of cases that two reviewers judged without knowing of each other. Null: there is nothing to compare. */
const CriterionAgreement = z.strictObject({
  ...question,
  distance: z.enum(["nominal", "ordinal"]),
  n: count,
  percent: z.nullable(share),
  /** Krippendorff's. */
  alpha: z.nullable(z.number()),
});

/** Cohen's kappa of two reviewers. */
const RaterAgreement = z.strictObject({
  ...question,
  /** Keys of both, and their names where the operator may know them. */
  raters: z.tuple([z.string(), z.string()]),
  names: z.tuple([z.nullable(z.string()), z.nullable(z.string())]),
  n: count,
  kappa: z.nullable(z.number()),
});

/** `GET /api/admin/review/results` */
export const ReviewResults = z.strictObject({
  range: ResultsRange,
  from: z.iso.date(),
  to: z.iso.date(),
  total: z.strictObject(judged),
  /** Cases whose conversation is erased: they count, and cannot be opened. */
  erased: count,
  /** Only the newest `total` of the period are counted. */
  isCut: z.boolean(),
  /** The random sample: the only one that speaks of all runs. */
  sample: z.strictObject({
    ...judged,
    /** Of answers that were not found wrong, at 95 %. */
    interval: z.nullable(z.strictObject({ low: share, high: share })),
    /** Drawn and not judged yet. */
    waiting: count,
  }),
  parts: z.record(PartKind, z.array(ResultsPart)),
  agreement: z.array(CriterionAgreement),
  raters: z.array(RaterAgreement),
  /** Seconds from taking a case to judging it, over verdicts. */
  time: z.strictObject({ n: count, median: z.nullable(z.number()), p90: z.nullable(z.number()) }),
  open: count,
  overdue: count,
});
export type ReviewResults = z.infer<typeof ReviewResults>;

/** `GET /api/admin/review/results/cases`: the newest first, without words of anybody. */
export const FigureCases = z.strictObject({
  cases: z.array(
    z.strictObject({
      runId: z.uuid(),
      reference: z.string(),
      day: z.iso.date(),
      upheld: z.boolean(),
      reasons: z.array(z.string()),
    }),
  ),
  total: count,
  erased: count,
});
export type FigureCases = z.infer<typeof FigureCases>;

/** Query of `GET /api/admin/review/results/export`. `promptfoo`: a suite of the questions that the operator may read. */
export const ResultsExportQuery = z.strictObject({
  range: z._default(ResultsRange, "30d"),
  format: z.enum(["csv", "jsonl", "promptfoo"]),
});
export type ResultsExportQuery = z.infer<typeof ResultsExportQuery>;
