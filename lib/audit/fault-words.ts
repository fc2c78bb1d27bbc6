/** What a check says at the terminal of each fault. */

import type { ReceiptFault } from "./bundle/receipt.ts";
import type { BundleFault } from "./bundle/verify-bundle.ts";
import type { RunFault } from "./run-log.ts";
import type { TrailFault } from "./verify-trail.ts";

export const TRAIL_WORDS: Record<TrailFault, string> = {
  "leaf-missing": "its leaf is missing",
  "row-missing": "its row was removed",
  "row-changed": "its row was changed",
  "row-forged": "its row was put there without being sealed",
  "root-differs": "from here on it is not what was signed",
  "cut-off": "everything from here on was cut off",
  "note-unreadable": "a checkpoint or an anchor is not signed by a known key",
};

export const RUN_WORDS: Record<RunFault, string> = {
  "seal-changed": "its seal was changed",
  "event-missing": "is missing",
  "event-changed": "was changed",
  "event-added": "was put there afterwards",
  "payload-missing": "lost its payload, and no tombstone says so",
  "answer-changed": "the answer is not what its person read",
};

/** What a column says is not what a row of the trail, or the log of a run, says of the same. */
export type EditFault =
  | "end-edited"
  | "score-edited"
  | "figures-edited"
  | "hops-edited"
  | "approval-edited"
  | "file-edited"
  | "delta-edited"
  | "question-edited"
  | "message-moved"
  | "message-added"
  | "sources-edited"
  | "attachment-edited"
  | "state-edited"
  | "state-forged"
  | "delta-forged"
  | "approval-forged"
  | "instructions-forged"
  | "place-edited"
  | "rows-stray"
  | "run-added"
  | "log-unreadable"
  | "role-edited"
  | "account-edited"
  | "conversation-edited"
  | "owner-edited"
  | "number-repeated"
  | "settings-edited"
  | "policy-edited"
  | "feedback-edited"
  | "review-edited"
  | "rule-edited"
  | "rubric-edited"
  | "share-edited"
  | "checkpoint-edited";

export const EDIT_WORDS: Record<EditFault, string> = {
  "end-edited": "the status of the run, or of its answer, is not what its log says",
  "score-edited": "the deviation of the run is not what its log says",
  "figures-edited": "the figures of the run are not what its log says",
  "hops-edited": "the node history of the run is not what its log says",
  "approval-edited": "an approval is not what the log and the trail say",
  "file-edited": "a file that a tool made is not what the log says",
  "delta-edited": "a change of structured memory is not what the log says",
  "question-edited": "the question is not what its person wrote",
  "message-moved": "the question or the answer does not stand where the log says",
  "message-added": "a message is there that no recorded turn wrote",
  "sources-edited": "the sources of the answer are not what the log says",
  "attachment-edited": "a file of the question is not what its person sent",
  "state-edited": "the hidden states of the run are not what its log says",
  "state-forged": "a hidden state is not what the application wrote; it was not used",
  "delta-forged":
    "a change of structured memory is not what the application wrote; it was not used",
  "approval-forged":
    "a call that waited, or a decision on it, is not what the application wrote; it was not run",
  "instructions-forged":
    "a person's own instructions are not what they saved; they were in no prompt",
  "place-edited":
    "the person, the conversation or the messages of the run are not what its log says",
  "rows-stray": "there are rows of a run that is not there, or not in their conversation",
  "run-added": "a run is there that was erased, or that nobody began",
  "log-unreadable": "what its log says of other tables cannot be read",
  "role-edited": "the role is not the one last recorded",
  "account-edited": "the account's ban or erasure is not the one last recorded",
  "conversation-edited":
    "whether the conversation was deleted, is a temporary chat, or is old, is not what was recorded; it was not erased",
  "owner-edited": "the conversation belongs to somebody else than the person of the run",
  "number-repeated": "a row has a number that an earlier row about the same has reached",
  "settings-edited": "the digests of settings are not those that were recorded",
  "policy-edited": "the policy is not what was recorded",
  "feedback-edited": "the feedback is not what was recorded",
  "review-edited": "a contested answer or its verdict is not what was recorded",
  "rule-edited": "a rule of the review is not what was recorded",
  "rubric-edited": "a version of the rubric is not what was recorded",
  "share-edited": "the shared link is not what was recorded",
  "checkpoint-edited": "the size or the subtrees of a checkpoint are not what its note says",
};

export const BUNDLE_WORDS: Record<BundleFault, string> = {
  ...TRAIL_WORDS,
  ...RUN_WORDS,
  "line-unreadable": "a line is not one of a bundle",
  "export-missing": "the row of its export does not stand in its last signed part",
  "header-changed": "its first line is not what the row of its export says",
  "row-withheld": "rows that were asked for are no more than hashes",
  "row-unasked": "a row was not asked for",
  "detail-missing": "its detail is missing, and details of its kind are never erased",
  "run-missing": "the log of the run that ended here is missing",
  "erasure-unproved": "the log of the run that ended here is said to be erased, and no row says so",
};

export const RECEIPT_WORDS: Record<ReceiptFault, string> = {
  "receipt-unreadable": "it is not a receipt as it was handed out",
  "note-unreadable": "its checkpoint is not signed by a known key",
  "text-changed": "the text is not what the person was shown",
  "not-included": "its proof does not lead to what was signed",
};

/** The trail is not what was signed. */
export class BrokenTrail extends Error {
  override readonly name = "BrokenTrail";
  readonly why: TrailFault;
  /** The first place that is not what was sealed. */
  readonly place: number;

  constructor(why: TrailFault, place: number) {
    super(`the audit trail does not hold at ${place}: ${why}`);
    this.why = why;
    this.place = place;
  }
}
