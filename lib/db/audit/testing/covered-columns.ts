/**
 * What the audit trail says of each column of each table: bound by a signed row or a seal, recomputed by the full check from
 * what is bound, or free, and why. docs/coverage.md shows it. A column that is not listed fails a test.
 */
import "server-only";
import type { Database } from "../../client.ts";
import { bound, type Covered, free, recomputed } from "./covered.ts";
import { COVERED_REVIEWS } from "./covered-reviews.ts";

/** Covers all tables. The view `log_event` has no columns of its own. */
type Coverage = {
  [Table in Exclude<keyof Database, "log_event">]: readonly Covered<
    keyof Database[Table] & string
  >[];
};

/** Issue 36 asks for more: the reason of a free column that should be bound begins with this. */
export const NOT_YET = "not bound yet";

const LIBRARY = "a secret or a state of the auth library: it says nothing of what happened";
/** Its own cookie is signed, but not to whom it belongs. */
const SESSION = `${NOT_YET}: who moves a session to another person acts as them, and person.signed-in does not name the session`;
const WORKING = "a working state: it says who is busy now, and is replaced all the time";
const CHOICE = "a person's own choice, which they change at will";
const OF_ONE_PROCESS = "of a run that one process took to its end";
const FROM_BEFORE = "which rows of earlier versions lack";
const LEFT = "the digest in run.ended of the sealed log, also of rows that were removed or added";
const MEMORY_MAC =
  "made with the key of rows over what the row says: one that does not fit it is not read by a turn, and is found";
const SERVICE =
  "of the user-management service, whose own log this is not; what it answered is in the run's log";
const SEALED_LOG = "the run's seal, whose root the leaf of run.ended holds, once the run has ended";

export const COVERAGE = {
  // The trail.
  audit_event: [
    bound(
      "the row's MAC, and its leaf in the signed tree",
      ...(["id", "at", "actor_id", "action", "target", "outcome", "subject_id", "run_id"] as const),
      "mac",
    ),
    bound(
      "the commitment to the detail in MAC and leaf, also where the detail was erased",
      ...(["detail", "salt", "detail_commitment"] as const),
    ),
    bound("the leaf", "place"),
    bound("a MAC over the blank row and the row that erased it", "erased_by", "erased_mac"),
  ],
  audit_leaf: [
    bound("the signed checkpoints", "place", "event_id", "hash"),
    bound("the leaf, whose hash holds both", "subject_id", "subject_seq"),
  ],
  audit_checkpoint: [
    bound("the signature", "note"),
    recomputed("the note", "size"),
    recomputed("the note: they must lead to its root", "subtrees"),
    free(
      "sizes give the order; when it was signed stands in no note, since verifiers take none with a further line: nothing goes by it alone, rows have their own times",
      ...(["id", "at"] as const),
    ),
  ],
  run_seal: [
    bound("the leaf of run.ended", "event_id", "commitments", "answer"),
    bound("the row run.ended, which must name the same run", "run_id"),
    bound("the answer's commitment, which it opens", "answer_salt"),
  ],
  audit_quarantine: [
    free(
      "what was found is on record as trail.found; the rows themselves are somebody else's",
      ...(["id", "found_at", "why", "event_id", "subject_id", "run_id", "row"] as const),
    ),
  ],
  setting_digest: [
    recomputed("the last settings.changed or settings.noted", ...(["name", "digest"] as const)),
  ],

  // What was said.
  conversation: [
    free("the rows about a conversation name it by id", "id"),
    recomputed("the person whom run.ended of its runs names as the subject", "user_id"),
    free(`${NOT_YET}: a person's words, or a model's`, "title", "title_by"),
    free(CHOICE, "seen_at", "pinned_at", "archived_at", "folder_id"),
    recomputed(
      "the last conversation.deleted or conversation.undeleted; what an earlier version deleted has one since an upgrade",
      "deleted_at",
    ),
    recomputed(
      "whether it is a temporary chat: the MAC; when it ends is by its page, which says every few seconds that it is open",
      "expires_at",
    ),
    bound("a MAC with the key of rows over the conversation and its person", "temporary_mac"),
    free("for the order of lists; retention asks the trail, too", "created_at", "updated_at"),
  ],
  message: [
    recomputed(
      "of a question, its digest in run.started in the sealed log of each run that answers it, until retention has erased the payloads of all of them: then an edit is not found; of an answer it is bound, by the commitment in the leaf of run.ended, also where its log or the payloads of it were erased",
      "content",
    ),
    recomputed("run.ended in the sealed log of its run; null of a question", "ending", "reason"),
    recomputed(`sources.shown in the sealed log, ${OF_ONE_PROCESS}; null of a question`, "sources"),
    recomputed(
      "run.started in the sealed log of its run says where question and answer stand; each message is of a turn on record",
      ...(["id", "conversation_id", "ordinal", "role", "parent_id", "branch"] as const),
    ),
    recomputed("of a question, the subject of the row run.ended; null of an answer", "author_id"),
    free("which version is shown is the person's choice", "superseded_at", "continued_at"),
    recomputed(
      "of a question, run.started in the sealed log of each run that answers it, of which earlier versions do not say it; null of an answer",
      "pasted",
    ),
    free("for sending once; for the order of lists", "client_message_id", "created_at"),
  ],
  attachment: [
    recomputed(
      "of the files of a question, run.started in the sealed log of each run that answers it; of files that tools made, tool.returned; of documents that agents wrote, documents.kept. Free are uploads that were not sent yet, and a person's corrections of documents",
      ...(["id", "name", "media_type", "size_bytes", "sha256", "data"] as const),
      ...(["owner_id", "conversation_id", "message_id", "alt", "position"] as const),
      ...(["revises_id", "created_at"] as const),
    ),
  ],
  passage: [
    free(
      "cut from the attachment, for search: what an answer was given of it is in the log of its run",
      "attachment_id",
      "ordinal",
      "text",
      "embedding",
    ),
  ],
  feedback: [
    recomputed(
      "the last feedback.given of the run",
      "answer_message_id",
      "conversation_id",
      "verdict",
    ),
    recomputed(`a commitment in the same row, ${FROM_BEFORE}`, "words", "salt"),
    free("for the order of lists", "updated_at"),
  ],
  ...COVERED_REVIEWS,
  share_link: [
    recomputed(
      "the last share.created, share.updated or share.revoked of the conversation",
      ...(["id", "conversation_id"] as const),
    ),
    recomputed(
      `a commitment in the same row, ${FROM_BEFORE}: of those, how many turns there are, and whether there is a name`,
      ...(["copy", "title", "shared_by", "frozen_at", "salt"] as const),
    ),
    recomputed(`a member of the same row, ${FROM_BEFORE}`, "token_sha256"),
    recomputed("a member of the same row; none: it is off", "shows_verdict"),
    free("never read", "created_at"),
  ],
  shared_picture: [
    recomputed(
      "the commitment to the copy, which holds the SHA-256 of each of its pictures",
      ...(["id", "share_link_id", "media_type", "data"] as const),
    ),
  ],
  folder: [free(CHOICE, "id", "user_id", "name", "created_at")],

  // Behind the glass.
  run_event: [
    bound(
      SEALED_LOG,
      ...(["run_id", "seq", "public_seq", "at", "type", "visibility", "hop_ref"] as const),
      ...(["event_version", "payload", "salt"] as const),
    ),
    bound("the MAC before it and the row of the run's end, until the log is sealed", "mac"),
  ],
  run: [
    recomputed("run.ended in the sealed log", "status", "reason"),
    recomputed(
      "the digest in run.ended of the sealed log; of an older log its events, of a run that one process took to its end",
      ...(["cost", "policy_outcome", "model_calls", "tool_calls", "input_tokens"] as const),
      "output_tokens",
    ),
    recomputed(
      "the digest in run.ended of the sealed log",
      ...(["agent_id", "model", "rounds", "cost_note", "tags"] as const),
    ),
    recomputed(
      "run.started in the sealed log; an older one names the question alone",
      ...(["conversation_id", "user_message_id", "answer_message_id"] as const),
    ),
    recomputed(
      "each run has a row of its end, or goes on with a MAC of ours; those from before are on record by number and digest",
      "id",
    ),
    free(
      "a working state: whether this person asked, while the run goes on. A process that takes the run over verifies it",
      "mac",
    ),
    free(
      "by the clock of the database; the events have times of the process, which differ by the wait for either",
      ...(["started_at", "ended_at"] as const),
    ),
    recomputed("the subject of the row run.ended", "user_id"),
    free("generated from model by the database", "undated_model"),
    free(WORKING, "lease_owner", "lease_until", "stop_requested_at", "slot"),
  ],
  run_score: [
    recomputed(LEFT, "run_id", "deviation", "detail"),
    free("the run's", "started_at"),
    free("generated from detail by the database", "plan_fingerprint"),
  ],
  node_history: [
    recomputed(
      LEFT,
      ...(["run_id", "hop_ref", "parent_ref", "kind", "node_id", "outcome", "model"] as const),
      ...(["duration_ms", "input_sha256", "output_sha256", "started_at"] as const),
    ),
  ],
  hidden_state: [
    recomputed(
      `${LEFT}, unless retention can have taken it. A person's correction belongs to no run, and is not compared`,
      ...(["run_id", "conversation_id", "agent_id", "version", "state", "bytes"] as const),
    ),
    recomputed(
      "the run's answer, or one that continues it by the sealed log of its own run",
      "message_id",
    ),
    recomputed(
      "whether and why: run.ended in the sealed logs of the conversation's runs; not when",
      ...(["quarantined_at", "quarantined_reason"] as const),
    ),
    free("never read", "id"),
    free("shown beside the version; run.ended has its own time", "created_at"),
    bound(MEMORY_MAC, "mac"),
  ],
  context_delta: [
    recomputed(
      `${LEFT}, unless retention can have taken it. A person's correction belongs to no run, and is not compared`,
      ...(["run_id", "agent_id", "hop_ref", "origin", "delta", "patch"] as const),
      ...(["before_sha256", "after_sha256"] as const),
    ),
    recomputed(
      "the run's, and its answer, or one that continues it by the sealed log of its own run",
      ...(["conversation_id", "message_id"] as const),
    ),
    free(
      "the order within a run is in its digest; where the first one stands among those of other runs is not known when it ends",
      "ordinal",
    ),
    free("never read", "id"),
    free(
      "of a correction, whether a document is older; of others, run.ended has its own time",
      "created_at",
    ),
    bound(MEMORY_MAC, "mac"),
  ],
  approval: [
    recomputed(LEFT, ...(["id", "run_id", "agent_id", "question", "tool"] as const)),
    recomputed("the row approval.decided; none of one that waits", "status"),
    recomputed(
      "the digest in the row approval.decided, unless retention can have wiped it",
      "changed",
    ),
    recomputed(
      "the digest in run.ended of the sealed log, unless retention can have wiped it",
      ...(["resume", "suspended_plan"] as const),
    ),
    recomputed("the run's", "conversation_id", "answer_message_id"),
    free(
      "made with the key of rows over what was asked and decided: a call that it does not fit is not run, and is found where it would be",
      "mac",
    ),
    free(
      "the row approval.decided, and the event, have their own times",
      "decided_at",
      "created_at",
    ),
  ],
  title_call: [
    free(
      "made behind the end of the run, outside of its log; it leaves nothing but a title",
      ...(["run_id", "conversation_id", "started_at", "outcome", "reason", "model"] as const),
      ...(["manifest", "input_tokens", "output_tokens", "cost", "duration_ms"] as const),
    ),
  ],
  erased_month: [free("log.erased says the same", "month", "from_id", "before_id")],
  spending: [
    free(
      "a sum for quotas, which outlives what it was made of",
      ...(["user_id", "day", "agent_id", "model", "cost", "estimated_cost", "calls"] as const),
      ...(["unpriced_calls", "input_tokens", "output_tokens"] as const),
    ),
  ],
  policy: [
    recomputed(
      "the newest policy.changed of this version",
      ...(["text", "mode", "enabled"] as const),
    ),
    recomputed(
      "a version that was renamed or removed is recorded as a change by the server that loads the policies",
      ...(["name", "version"] as const),
    ),
    free("the row's actor is who wrote it", "created_by"),
    free("never read", "id", "created_at"),
  ],

  // People.
  user: [
    recomputed("the newest account.saved or account.role-changed of the person", "role"),
    free("rows name people by id; the address is not on record", "id", "name", "email", "image"),
    recomputed(
      "the newest account.banned, account.unbanned or account.saved of the person",
      ...(["banned", "ban_expires"] as const),
    ),
    recomputed(
      "the last account.erasure-asked or account.erasure-withdrawn of the person",
      "erase_at",
    ),
    free("nothing is decided by them", "ban_reason", "email_verified"),
    free(CHOICE, "looks_seen_at"),
    free("for the order of lists", "created_at", "updated_at"),
  ],
  preference: [
    free(CHOICE, "user_id", "model", "notice_seen", "look", "updated_at"),
    free(
      "made with the key of rows over the person and the text: a text that it does not fit is in no prompt, and is found where it would be",
      "instructions",
      "instructions_mac",
    ),
  ],
  session: [
    free(
      SESSION,
      ...(["id", "user_id", "token", "expires_at", "ip_address", "user_agent"] as const),
      ...(["impersonated_by", "created_at", "updated_at"] as const),
    ),
  ],
  account: [
    free(
      LIBRARY,
      ...(["id", "user_id", "issuer", "account_id", "provider_id", "access_token"] as const),
      ...(["refresh_token", "access_token_expires_at", "refresh_token_expires_at"] as const),
      ...(["scope", "id_token", "password", "created_at", "updated_at"] as const),
    ),
  ],
  verification: [
    free(LIBRARY, "id", "identifier", "value", "expires_at", "created_at", "updated_at"),
  ],
  account_link: [
    free(
      "what a link led to is a row, such as account.password-reset, also where nobody asked for the link",
      ...(["id", "kind", "token_digest", "user_id", "email", "expires_at", "created_at"] as const),
    ),
  ],

  // What is busy now.
  rate_limit: [free(WORKING, "key", "points", "expire")],
  stream_slot: [free(WORKING, "user_id", "slot", "instance_id", "lease_until")],
  model_place: [
    free(WORKING, "id", "queue", "slot", "user_id", "run_id", "asked_at", "lease_until"),
  ],
  connection_event: [free(WORKING, "id", "connection", "kind", "conversation", "at")],
  instance: [
    free(
      WORKING,
      ...(["id", "version", "started_at", "seen_at", "is_draining", "runs", "streams"] as const),
      ...(["takeovers", "memory"] as const),
    ),
  ],
  model_capability: [
    free(
      "asked of the model servers again at any time",
      ...(["address", "model", "name", "holds", "value", "source", "at", "evidence"] as const),
    ),
  ],

  tool_description: [
    bound(
      "the digest in the rows tool.accepted and tool.changed: a text that does not have it is not shown",
      "sha256",
      "told",
    ),
  ],

  // The user-management service.
  ums_conversation: [
    free(
      SERVICE,
      ...(["id", "title", "pending", "last_key", "forked_from_id", "created_at"] as const),
      "updated_at",
    ),
  ],
  ums_message: [free(SERVICE, "conversation_id", "ordinal", "message", "created_at", "run_id")],
  ums_trace: [free(SERVICE, "id", "conversation_id", "run_id", "trace", "created_at")],
  ums_person: [
    free(
      SERVICE,
      ...(["id", "ordinal", "name", "email", "department", "city", "joined_at"] as const),
      ...(["created_at", "updated_at"] as const),
    ),
  ],
  ums_seen_hop: [free(SERVICE, "key", "seen_at")],
} satisfies Coverage;
