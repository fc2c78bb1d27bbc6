/** The chat's actions: their inputs, and every result they can have. */
import { z } from "zod";
import {
  ARGUMENT_NAME_MAX_CHARS,
  ATTACHMENTS_MAX_COUNT,
  CHANGED_ARGUMENTS_MAX,
  MESSAGE_MAX_CHARS,
  PASTED_PARTS_MAX,
  PERSON_ID_MAX_CHARS,
} from "../limits.ts";
import type { PublicFact } from "./conversation.ts";

const saidText = z.string().trim().max(MESSAGE_MAX_CHARS);

/** Which stretches of the text were pasted. Where they do not fit it, all of it counts as pasted: see `readPasted`. */
const pasted = z
  .array(z.tuple([z.number(), z.number()]).readonly())
  .max(PASTED_PARTS_MAX)
  .readonly()
  .default([]);

/** A message has words, files, or both. */
const hasContent = ({ text, attachmentIds }: { text: string; attachmentIds: string[] }) =>
  text !== "" || attachmentIds.length > 0;

export const SendMessage = z
  .strictObject({
    /** Absent: a new conversation. */
    conversationId: z.uuid().optional(),
    /** True: a new conversation is a temporary chat, which is erased when it is closed. */
    isTemporary: z.boolean().default(false),
    /** Created once per press of Send, so that a repeated send creates one message. */
    clientMessageId: z.uuid(),
    text: saidText,
    pasted,
    attachmentIds: z.array(z.uuid()).max(ATTACHMENTS_MAX_COUNT).default([]),
    /** Whose page sends it. It is refused where somebody else has signed in meanwhile. */
    personId: z.string().max(PERSON_ID_MAX_CHARS).optional(),
  })
  .refine(hasContent);
export type SendMessage = z.input<typeof SendMessage>;

/** A new version of a message of the person's, which is answered anew. */
export const EditMessage = z
  .strictObject({
    conversationId: z.uuid(),
    messageId: z.uuid(),
    clientMessageId: z.uuid(),
    text: saidText,
    /** What is new; what the old version had pasted is known. */
    pasted,
    /** Those of its files that the new version keeps. */
    attachmentIds: z.array(z.uuid()).max(ATTACHMENTS_MAX_COUNT).default([]),
  })
  .refine(hasContent);
export type EditMessage = z.input<typeof EditMessage>;

/** Shows another version of a message, with what was shown behind it last. */
export const ChooseVersion = z.strictObject({ conversationId: z.uuid(), messageId: z.uuid() });
export type ChooseVersion = z.infer<typeof ChooseVersion>;

/** What the person changed of a call: each `value` as it stands in its field. */
const ArgumentChanges = z
  .array(
    z.strictObject({
      name: z.string().max(ARGUMENT_NAME_MAX_CHARS),
      value: z.string().max(MESSAGE_MAX_CHARS),
    }),
  )
  .min(1)
  .max(CHANGED_ARGUMENTS_MAX)
  .optional();
export type ArgumentChange = NonNullable<z.infer<typeof ArgumentChanges>>[number];

/** The person's decision on a pending question. It is a turn of its own. */
export const DecideApproval = z
  .strictObject({
    approvalId: z.uuid(),
    decision: z.enum(["approved", "declined"]),
    /** Of the call, by an approval. */
    changes: ArgumentChanges,
  })
  .refine(({ decision, changes }) => decision === "approved" || !changes);
export type DecideApproval = z.infer<typeof DecideApproval>;

/** Reads what can be changed of the call behind a question; with changes, also what does not fit. Decides nothing. */
export const OpenApproval = z.strictObject({ approvalId: z.uuid(), changes: ArgumentChanges });
export type OpenApproval = z.infer<typeof OpenApproval>;

/**
 * One argument as a field. `json`: a list or an object, as its JSON text. `masked`: it holds what is hidden, and cannot be
 * changed.
 */
export type ArgumentField = {
  name: string;
  label: string;
  kind: "text" | "number" | "boolean" | "choice" | "json" | "masked";
  value: string;
  /** Of a choice. */
  options: readonly string[];
};

/** Why a value is not taken, in a plain sentence. `name`: of its field; null for all of them together. */
export type ArgumentProblem = { name: string | null; message: string };

export type OpenedApproval = {
  ok: true;
  fields: ArgumentField[];
  problems: ArgumentProblem[];
  /** The approval in words, with the changes. */
  words: string;
};

/** The person corrects one fact of "Understood so far". */
export const CorrectFact = z.strictObject({
  conversationId: z.uuid(),
  path: z.string().min(1).max(200),
  value: z.string().trim().min(1).max(500),
});
export type CorrectFact = z.infer<typeof CorrectFact>;

export const RetryAnswer = z.strictObject({ answerMessageId: z.uuid() });
export type RetryAnswer = z.infer<typeof RetryAnswer>;

export const ContinueAnswer = z.strictObject({ answerMessageId: z.uuid() });
export type ContinueAnswer = z.infer<typeof ContinueAnswer>;

export type TurnStarted = {
  ok: true;
  conversationId: string;
  userMessageId: string;
  answerMessageId: string;
  runId: string;
  /** What the person should know before they go on, in a plain sentence. */
  notice?: string;
};
export type TurnRefused = {
  ok: false;
  reason:
    | "signed-out"
    | "other-person"
    | "invalid"
    | "not-found"
    | "run-active"
    | "approval-forged"
    | "not-retryable"
    | "not-continuable"
    | "too-many-runs"
    | "too-many-sends"
    | "budget-spent-today"
    | "budget-spent-this-month"
    | "server-busy"
    | "folder-exists"
    | "too-many-folders"
    | "unavailable";
  /** A plain sentence: what happened, why, and what to do. */
  message: string;
};
/** Result of an action that begins no turn. */
export type ActionResult = { ok: true } | TurnRefused;
export type CorrectFactResult = { ok: true; understood: PublicFact[] } | TurnRefused;
export type SendMessageResult = TurnStarted | TurnRefused;
export type OpenApprovalResult = OpenedApproval | TurnRefused;
