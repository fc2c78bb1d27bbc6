/** What an operator erases, first weighed and then, with a confirmation, erased. */
import * as z from "zod/mini";

const RETENTION_CLASSES = [
  "messages",
  "log-payloads",
  "log",
  "hidden-state",
  "context-deltas",
  "attachments",
  "reviews",
  "audit",
] as const;
export type RetentionClass = (typeof RETENTION_CLASSES)[number];

/** By its id, or by the person's e-mail address. */
export const ErasureSubject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("conversation"), conversationId: z.uuid() }),
  z.strictObject({
    kind: z.literal("person"),
    email: z.string().check(z.trim(), z.maxLength(320)),
  }),
]);
export type ErasureSubject = z.infer<typeof ErasureSubject>;

export const ErasureRequest = z.strictObject({
  subject: ErasureSubject,
  /** What the operator typed to confirm; null asks only what would be erased. */
  confirmation: z.nullable(z.string()),
});

const count = z.int().check(z.nonnegative());

/** Numbers only: looking at what would be erased shows none of it. */
export const ErasureWeight = z.strictObject({
  email: z.string(),
  conversations: count,
  messages: count,
  runs: count,
  files: count,
  /** Copies of conversations that anyone with their link may read. */
  links: count,
});
export type ErasureWeight = z.infer<typeof ErasureWeight>;

export const ErasureAnswer = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("weighed"), weight: ErasureWeight }),
  /** Rows by table. */
  z.strictObject({ is: z.literal("erased"), rows: z.record(z.string(), count) }),
  z.strictObject({
    is: z.literal("refused"),
    reason: z.enum(["gone", "running", "last-admin", "unconfirmed"]),
  }),
]);
export type ErasureAnswer = z.infer<typeof ErasureAnswer>;

/** How many days each class is kept, 0: for good; and the accounts that their people deleted, which can still be kept. */
export const ErasureOverview = z.strictObject({
  classes: z.array(z.strictObject({ name: z.enum(RETENTION_CLASSES), days: count })),
  leaving: z.array(z.strictObject({ email: z.string(), eraseAt: z.iso.datetime() })),
});
export type ErasureOverview = z.infer<typeof ErasureOverview>;

/** What must be typed to erase it: the address, or the beginning of the id. */
export function wordToConfirm(subject: ErasureSubject): string {
  return subject.kind === "person" ? subject.email : subject.conversationId.slice(0, 8);
}
