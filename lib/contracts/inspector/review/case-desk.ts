/** What reviewers do around a verdict: comment, assign, put aside; what they read of the conversation; and their own day. */
import * as z from "zod/mini";
import { CASE_PAGES_MAX, PERSON_ID_MAX_CHARS, REVIEW_NOTE_MAX_CHARS } from "../../limits.ts";
import { PublicApproval, PublicAttachment } from "../../public/conversation.ts";
import { MessageEnd } from "../../public/message-end.ts";
import { PublicSource } from "../../public/sources/public-source.ts";
import { ReviewReasonKind } from "./review-case.ts";

/** Which cases the list shows. Absent: all, the open ones first. */
export const CasesShown = z.enum(["open", "mine", "aside", "overdue", "judged"]);
export type CasesShown = z.infer<typeof CasesShown>;

/** Query of `GET /api/admin/review`. `page`: from 1. */
export const CasesQuery = z.strictObject({
  show: z.optional(CasesShown),
  reason: z.optional(ReviewReasonKind),
  page: z.optional(
    z.string().check(
      z.regex(/^[1-9]\d{0,3}$/),
      z.refine((page) => Number(page) <= CASE_PAGES_MAX),
    ),
  ),
});
export type CasesQuery = z.infer<typeof CasesQuery>;

const Named = z.strictObject({ id: z.string(), name: z.string() });
export type Named = z.infer<typeof Named>;

/** `GET /api/admin/review/[runId]/desk`: for a reviewer who has a seat at the case, or judged it. */
export const CaseDesk = z.strictObject({
  comments: z.array(
    z.strictObject({
      id: z.uuid(),
      /** Null: the account is gone. */
      by: z.nullable(z.string()),
      isOwn: z.boolean(),
      words: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  /** False: others judge the case as well, and what they write is shown once all have judged. */
  showsOthers: z.boolean(),
  /** Sentences of the answer that say that it did something, with no tool call on record; for a reviewer who has the case. */
  selfReports: z.array(z.string()),
  assignedTo: z.nullable(Named),
  putAsideUntil: z.nullable(z.iso.datetime()),
  /** Those whose it can be, for anybody who decides that; for all others nobody. */
  reviewers: z.array(Named),
});
export type CaseDesk = z.infer<typeof CaseDesk>;

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(REVIEW_NOTE_MAX_CHARS));

/** Stands for the reviewer who asks, where a case is assigned. */
export const MYSELF = "me";

/** Body of `POST /api/admin/review/[runId]/desk`. */
export const ChangeDesk = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("comment"), words }),
  /** An id, or `MYSELF`. Null: it is nobody's any more. */
  z.strictObject({
    do: z.literal("assign"),
    to: z.nullable(z.string().check(z.minLength(1), z.maxLength(PERSON_ID_MAX_CHARS))),
  }),
  /** Null: it is offered again. */
  z.strictObject({ do: z.literal("put-aside"), until: z.nullable(z.iso.datetime()) }),
]);
export type ChangeDesk = z.infer<typeof ChangeDesk>;

export const DeskChanged = z.strictObject({ ok: z.literal(true) });

/** One message as its person reads it, without what they can do with it. */
const SeenMessage = z.strictObject({
  id: z.uuid(),
  by: z.enum(["person", "assistant"]),
  /** The question and the answer of the case. */
  isOfCase: z.boolean(),
  text: z.string(),
  ending: z.nullable(MessageEnd),
  notice: z.nullable(z.string()),
  files: z.array(PublicAttachment),
  approvals: z.array(z.pick(PublicApproval, { id: true, question: true, status: true })),
  sources: z.array(PublicSource),
  at: z.iso.datetime(),
});
export type SeenMessage = z.infer<typeof SeenMessage>;

/** `GET /api/admin/review/[runId]/seen`: what the person saw up to the answer of a case, for a reviewer who has it. */
export const SeenConversation = z.strictObject({
  messages: z.array(SeenMessage),
  /** Earlier messages that are left out. */
  earlier: z.int(),
});
export type SeenConversation = z.infer<typeof SeenConversation>;

/** Query of `GET /api/admin/review/mine`: when the reviewer's day began. */
export const DayQuery = z.strictObject({ since: z.iso.datetime() });

/** `GET /api/admin/review/mine`: the reviewer's own work. No words of anybody. */
export const ReviewerDay = z.strictObject({
  seats: z.array(
    z.strictObject({
      runId: z.uuid(),
      reference: z.string(),
      until: z.iso.datetime(),
      hasDraft: z.boolean(),
    }),
  ),
  judged: z.array(
    z.strictObject({
      runId: z.uuid(),
      reference: z.string(),
      upheld: z.boolean(),
      at: z.iso.datetime(),
      /** From taking the case; null for a correction. */
      seconds: z.nullable(z.number()),
    }),
  ),
  /** Null: nothing was judged. */
  medianSeconds: z.nullable(z.number()),
  assigned: z.int(),
});
export type ReviewerDay = z.infer<typeof ReviewerDay>;
