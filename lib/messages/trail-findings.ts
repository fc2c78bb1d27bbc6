/** The texts of what was found wrong with the trail. */
import { plural, type Value } from "./message.ts";

export const title = () => "The audit trail is not what was written";
export const acknowledge = () => "Acknowledge";
export const show = () => "Show in the trail";
export const more = ({ number }: { number: Value }) => `and ${number} more`;
export const atPlace = ({ place }: { place: Value }) => `No. ${place}`;
export const inRun = ({ run }: { run: Value }) => `run ${run}`;
export const atEvent = ({ seq }: { seq: Value }) => `event ${seq}`;
export const rows = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} row`, `${number} rows`);

const FAULTS: Record<string, string> = {
  "row-refused": "Rows that the application did not write were put aside",
  "row-late": "Rows came at another time than they say: a clock has jumped, or they were kept away",
  "row-removed": "Looks were removed before they had their place",
  "leaf-forged": "Leaves were put into the tree by somebody else",
  "not-sealed":
    "Rows have waited for their place too long: something keeps the sealers from their work",
  "signing-waits":
    "Rows that are not signed are taken, because an instance of another version seems to be up",
  "check-failed": "The check of the trail did not come to an end",
  "anchor-not-written": "An anchor file could not be written",
  "leaf-missing": "A leaf is missing",
  "row-missing": "A row was removed",
  "row-changed": "A row was changed",
  "row-forged": "A row was put there without being sealed",
  "root-differs": "From here on it is not what was signed",
  "cut-off": "Everything from here on was cut off",
  "note-unreadable": "A checkpoint or an anchor is not signed by a known key",
  "anchor-lost": "The file of anchors is gone",
  "anchor-replaced": "The file of anchors is another one",
  "anchor-shortened": "The file of anchors was shortened",
  "anchor-command-failed": "The command that keeps checkpoints has failed",
  "foreign-trigger": "The database has a trigger that is not ours, or one of a key is switched off",
  "foreign-rule": "The database has a rule that is not ours",
  "foreign-row-policy": "The database has a row policy that is not ours",
  "foreign-view":
    "The database has a view, table or schema that is not ours where one of ours should be",
  "foreign-constraint": "A constraint of the database is not ours, or does not hold for all rows",
  "definition-changed":
    "A table, constraint, index, default, function, operator, cast or view of the database is not what the migrations make",
  "seal-changed": "The seal of a run was changed",
  "event-missing": "An event of a run is missing",
  "event-changed": "An event of a run was changed",
  "event-added": "An event was added to a run",
  "payload-missing": "A run lost a payload, and no tombstone says so",
  "answer-changed": "An answer is not what its person read",
  "erasure-unwritten": "An erasure does not stand in the file of erasures beside the anchors",
  "detail-blanked": "A detail was blanked, and no row says that it was erased",
  "log-forged":
    "A run has an event that the application did not write, or lacks one; its log is not sealed",
  "end-edited": "The status of a run, or of its answer, is not what its log says",
  "score-edited": "The deviation of a run is not what its log says",
  "figures-edited": "The figures of a run are not what its log says",
  "hops-edited": "The node history of a run is not what its log says",
  "approval-edited": "An approval is not what the log and the trail say",
  "file-edited": "A file that a tool made is not what the log of its run says",
  "delta-edited": "A change of structured memory is not what the log of its run says",
  "question-edited": "A question is not what its person wrote",
  "message-moved": "A question or an answer does not stand where the log of its run says",
  "message-added": "A conversation has a message that no recorded turn wrote",
  "sources-edited": "The sources of an answer are not what the log of its run says",
  "attachment-edited": "A file of a question is not what its person sent",
  "state-edited": "The hidden states of a run are not what its log says",
  "state-forged": "A hidden state is not what the application wrote; no answer was made with it",
  "delta-forged":
    "A change of structured memory is not what the application wrote; no memory was rebuilt from it",
  "approval-forged":
    "A call that waited for a person, or their decision, is not what the application wrote; it was not run",
  "instructions-forged":
    "A person's own instructions are not what they saved; no answer was made with them",
  "place-edited": "The person, the conversation or the messages of a run are not what its log says",
  "rows-stray": "There are rows of a run that is not there, or not in their conversation",
  "run-added": "A run is there that was erased, or that nobody began",
  "log-unreadable": "What the log of a run says of other tables cannot be read",
  "role-edited": "A person's role is not the one last recorded",
  "account-edited": "Whether an account is banned or to be erased is not what was last recorded",
  "conversation-edited":
    "Whether a conversation was deleted, is a temporary chat, or is old, is not what was recorded; it was not erased",
  "owner-edited": "A conversation belongs to somebody else than the person of its runs",
  "number-repeated":
    "A row of the trail has a number that an earlier row about the same has reached",
  "settings-edited": "The digests of settings are not those that were recorded",
  "policy-edited": "A policy is not what was recorded",
  "feedback-edited": "The feedback on an answer is not what was recorded",
  "review-edited": "A contested answer or its verdict is not what was recorded",
  "rule-edited": "A rule of the review is not what was recorded",
  "rubric-edited": "A version of the rubric is not what was recorded",
  "share-edited": "A shared link is not what was recorded",
  "checkpoint-edited": "The size or the subtrees of a checkpoint are not what its note says",
};

/** A fault of another version is called by its code. */
export const fault = (code: string) => FAULTS[code] ?? code;
