/**
 * What an audit event can say. The detail holds names and counts, never what people, models or tools wrote, with two
 * exceptions: the reason that an operator typed, and the words that they searched for. Erasing a conversation that contains
 * these words erases them, too.
 */
import { z } from "zod";
import { AcceptedBy } from "../tools/listed-tool.ts";
import { ToolKin } from "../tools/tool-kin.ts";
import { ERASURE_DETAILS } from "./erasure-details.ts";
import { JUDGE_DETAILS } from "./judge-details.ts";

/** Which of the rows about the same counts: that with the greatest number. Absent in rows of earlier versions. */
const nth = z.int().positive().optional();
/** A commitment to what stands in another table beside its salt, hexadecimal. Absent in rows of earlier versions. */
const commitment = z.string().optional();

/** `named`: whether the page says the person's name. `copy`: all that the page shows. `tokenSha256`: which token leads to it. */
const SHARED = {
  shareLinkId: z.string(),
  messages: z.int().nonnegative(),
  named: z.boolean(),
  copy: commitment,
  /** Of 256 bits that nobody can guess, so it needs no salt. Absent in rows of earlier versions. */
  tokenSha256: z.string().optional(),
  /** The page says of an answer that it was found wrong. Absent: it does not. */
  showsVerdict: z.literal(true).optional(),
  nth,
};

/** Rows of the trail that were written after a backup that was restored, so that the restored tables know nothing of them. */
const MissedRows = z.strictObject({
  /** The first place that the backup does not have. */
  from: z.int().nonnegative(),
  /** The first place that was not given yet at the restore. */
  before: z.int().nonnegative(),
  /** Ids of rows that waited for their place in the backup. */
  except: z.array(z.string()),
  /** Ids of rows that waited for their place at the restore, and that the backup does not have. */
  waiting: z.array(z.string()),
});
export type MissedRows = z.infer<typeof MissedRows>;

/** The row that asked for it, where a second admin confirmed it. */
const requestId = z.string().optional();

/** Each action with its detail. An action that is not listed cannot be recorded. */
export const AUDIT_DETAILS = {
  "person.signed-in": z.strictObject({}),
  "person.signed-out": z.strictObject({}),
  /** The target is the account, or `sign-in` where there is none. */
  "person.sign-in-refused": z.strictObject({ why: z.string() }),
  "account.saved": z.strictObject({
    by: z.enum(["demo", "create-admin", "sign-up"]),
    role: z.string(),
    password: z.boolean(),
    nth,
  }),
  /** How many other sessions ended with it. */
  "account.password-changed": z.strictObject({ ended: z.int().nonnegative() }),
  /** A link was used in place of the password. */
  "account.password-reset": z.strictObject({ ended: z.int().nonnegative() }),
  /** `proven`: by a link that went there. The addresses are not on record. */
  "account.email-changed": z.strictObject({ proven: z.boolean() }),
  /** The target is the account, or `sign-up` where there is none yet. */
  "account.link-made": z.strictObject({ kind: z.string(), by: z.enum(["person", "operator"]) }),
  /** The person deleted the account. It is erased `days` days later (`person.erased`). */
  "account.erasure-asked": z.strictObject({
    days: z.int().positive(),
    /** ISO. Absent in rows of earlier versions. */
    eraseAt: z.string().optional(),
    nth,
  }),
  "account.erasure-withdrawn": z.strictObject({ nth }),
  /** Nobody signs in to it until then (ISO), or for good. */
  "account.banned": z.strictObject({ until: z.string().nullable(), nth }),
  "account.unbanned": z.strictObject({ nth }),
  "account.role-changed": z.strictObject({ from: z.string(), to: z.string(), nth }),
  /** The newest version of a policy, with its text, mode and switch as SHA-256; null where the policy is gone. */
  "policy.changed": z.strictObject({
    name: z.string(),
    version: z.int(),
    sha256: z.string().nullable(),
    nth,
  }),
  /**
   * The description of a tool of an MCP server that is offered from here on, as SHA-256: seen for the first time, or accepted by
   * a command or on the page, where the actor is the admin. The target is `tool:mcp_<server>_<tool>`.
   */
  "tool.accepted": z.strictObject({ sha256: z.string(), by: AcceptedBy }),
  /**
   * The server describes it otherwise than was accepted: it is not offered. `kin`: it is new, and its name is related to those
   * of others.
   */
  "tool.changed": z.strictObject({ sha256: z.string(), kin: z.array(ToolKin).optional() }),
  /** Whether a tool of an MCP server counts as writing from here on, whatever the settings say. */
  "tool.labelled": z.strictObject({ writes: z.boolean() }),
  /** Names of settings that differ from those of the last start. Never a value. `digest`: over the keyed digests of all. */
  "settings.changed": z.strictObject({ names: z.array(z.string()), digest: commitment, nth }),
  /** The digests of settings of a first start, or of the first one of a version that puts them on record. */
  "settings.noted": z.strictObject({ digest: commitment, nth }),

  /** The run's log is sealed by this event's leaf. */
  "run.ended": z.strictObject({
    status: z.string(),
    reason: z.string().nullable(),
    /** Where its log ends; absent where a version that signed no events ended it. */
    log: z
      .strictObject({
        events: z.int().nonnegative(),
        /** MAC of the last event, hexadecimal. */
        mac: z.string().nullable(),
        /** How many events have none. */
        unsigned: z.int().positive().optional(),
        /** Whether the application created the run, by its MAC. Absent: a version did that signed no runs. */
        begun: z.boolean().optional(),
      })
      .optional(),
  }),
  "policy.violated": z.strictObject({ seq: z.int().positive() }),
  /** `changed`: the person approved other arguments than were asked for. Of these, and of what they were. */
  "approval.decided": z.strictObject({
    approvalId: z.string(),
    decision: z.string(),
    changed: commitment,
  }),
  /** A person judged an answer. Null: they withdrew it. */
  "feedback.given": z.strictObject({
    verdict: z.enum(["up", "down"]).nullable(),
    hasWords: z.boolean(),
    words: commitment,
    nth,
  }),

  /** A person says that an answer is wrong. `what`: see `ContestedFor`. `words`: of what they wrote. */
  "answer.contested": z.strictObject({
    reference: z.string(),
    what: z.string(),
    words: z.string(),
  }),

  /** The person asks somebody else to judge the answer once more. `words`: a commitment to theirs. */
  "answer.appealed": z.strictObject({ what: z.string(), words: z.string() }),
  /** A frozen copy that anyone with its link may read: made, made anew, and gone. */
  "share.created": z.strictObject(SHARED),
  "share.updated": z.strictObject(SHARED),
  "share.revoked": z.strictObject({ shareLinkId: z.string(), nth }),

  /**
   * The server fetched a picture of the network that a person pressed. The target has a digest of the host, keyed for
   * the person. In rows of earlier versions it names the host.
   */
  "picture.fetched": z.strictObject({}),

  "inspector.denied": z.strictObject({}),
  "run.inspected": z.looseObject({ part: z.string() }),
  "conversation.inspected": z.looseObject({ part: z.string() }),
  "runs.listed": z.strictObject({}),
  "runs.searched": z.strictObject({}),
  "runs.exported": z.looseObject({ format: z.string() }),
  "overview.read": z.strictObject({}),
  "spending.read": z.strictObject({}),
  "verdicts.read": z.strictObject({}),
  /** `range`: of which days. `cases`: how many the file has. */
  "verdicts.exported": z.strictObject({
    format: z.string(),
    range: z.string(),
    cases: z.int().nonnegative(),
  }),
  "service.trace.read": z.strictObject({ runId: z.string() }),
  "model.asked": z.strictObject({}),
  /** An operator searched everybody's words. `filters`: the others of the search. `reason`: null where none is asked for. */
  "words.searched": z.strictObject({
    words: z.string(),
    filters: z.record(z.string(), z.string().optional()),
    reason: z.string().nullable(),
    requestId,
  }),
  /** A search showed a conversation as a hit. `searchId`: the row of the search. The subject is the person who wrote it. */
  "run.found": z.strictObject({
    conversationId: z.string(),
    searchId: z.string(),
    reason: z.string().nullable(),
    requestId,
  }),
  /** An operator gave the reason that opens the payloads of one run. The subject is the person who wrote them. */
  "payloads.opened": z.strictObject({ conversationId: z.string(), reason: z.string(), requestId }),
  /** Four eyes: an admin asks to open the payloads of a run, or to search everybody's words. It opens nothing yet. */
  "opening.asked": z.strictObject({ conversationId: z.string(), reason: z.string() }),
  "search.asked": z.strictObject({
    words: z.string(),
    filters: z.record(z.string(), z.string().optional()),
    reason: z.string(),
  }),
  /** Another admin decided. The target names the row of the request (`opening:<id>`); `askedBy`: whose it is. */
  "opening.confirmed": z.strictObject({ askedBy: z.string() }),
  "opening.refused": z.strictObject({ askedBy: z.string() }),
  /** An auditor was shown one field. Rows of earlier versions name it. */
  "field.revealed": z.strictObject({
    conversationId: z.string(),
    field: z.string().optional(),
    reason: z.string(),
  }),
  /** Which field the row `lookId` is about: its path, which is hidden from the person. It has no subject. */
  "field.named": z.strictObject({ field: z.string(), lookId: z.string() }),
  /** The subject is the auditor whom the run was given to, not the person who chatted. */
  "review.given": z.strictObject({}),
  "review.withdrawn": z.strictObject({}),

  /** A reviewer took a case: from here on they read what its person read up to that turn. `reason`: why it is a case. */
  "review.taken": z.strictObject({ conversationId: z.string(), reason: z.string() }),
  "review.left": z.strictObject({}),
  /**
   * Which verdict on the run: the last one of a seat counts. `told`, `note`: of the words for the person, and of those for
   * reviewers. `judgement`: of all that was found, with the answers to the rubric, labels and marks. `upheld` is absent where
   * another reviewer judges the same case without knowing of this verdict. Rows of earlier versions have no `seat`.
   */
  "review.judged": z.strictObject({
    nth: z.int().positive(),
    upheld: z.boolean().optional(),
    told: z.string(),
    note: z.string(),
    seat: z.int().optional(),
    rubric: z.int().nullable().optional(),
    judgement: z.string().optional(),
  }),
  /** The verdict of the row with the same `judgement` was taken back, before its person was told. */
  "review.undone": z.strictObject({ nth: z.int().positive(), judgement: z.string() }),
  /** More than one reviewer judged it, and this verdict counts. */
  "review.decided": z.strictObject({ nth: z.int().positive(), upheld: z.boolean() }),
  /** A version of the rubric, from here on. `sha256`: over its canonical JSON. */
  "review.rubric-changed": z.strictObject({ version: z.int().positive(), sha256: z.string() }),

  /** A rule, or somebody who sends runs to review, made a case of the run, or gave its case a further reason. */
  "review.queued": z.strictObject({
    reference: z.string(),
    kind: z.string(),
    figure: z.string(),
    ruleId: z.string().nullable(),
    ruleVersion: z.int().nullable(),
  }),
  /** A version of a rule, from here on. `keySha256`: of the key of its random sample, in hex. The target is `rule:<id>`. */
  "review.rule-changed": z.strictObject({
    version: z.int().positive(),
    name: z.string(),
    kind: z.string(),
    threshold: z.record(z.string(), z.unknown()),
    severity: z.int(),
    judges: z.int(),
    isOn: z.boolean(),
    keySha256: z.string().nullable(),
  }),
  /** The version is over. With its key, anybody computes its random sample again (lib/audit/bundle/sample.ts). */
  "review.rule-ended": z.strictObject({
    version: z.int().positive(),
    key: z.string().nullable(),
  }),
  /** What the person is told of which verdict, without who gave it: stands beside a receipt. */
  "verdict.stated": z.strictObject({ nth: z.int().positive(), upheld: z.boolean() }),
  /** The run's exchange left memory, for good. `services`: how many conversations of the service are told; older rows do not say. */
  "exchange.forgotten": z.strictObject({ services: z.int().nonnegative().optional() }),
  /** The service confirmed it. */
  "exchange.told": z.strictObject({}),
  /** The subject is the reviewer whose case it is from here on, or no more. */
  "review.assigned": z.strictObject({}),
  "review.unassigned": z.strictObject({}),
  /** Until when the case is nobody's next one. Null: it is again. */
  "review.put-aside": z.strictObject({ until: z.nullable(z.iso.datetime()) }),
  /** A reviewer wrote to the others. `words`: of what they wrote. */
  "review.commented": z.strictObject({ comment: z.string(), words: z.string() }),

  ...JUDGE_DETAILS,
  "audit.read": z.strictObject({}),
  "audit.exported": z.looseObject({ format: z.string() }),
  /** `place`: the first that does not hold; `runId`, `seq`: where it is the log of a run. */
  "audit.checked": z.strictObject({
    size: z.int().nonnegative(),
    runs: z.int().nonnegative(),
    fault: z.string().nullable(),
    place: z.int().nullable(),
    runId: z.string().nullable(),
    seq: z.int().nullable(),
  }),

  /** From here on each row has a MAC; the rows before it are from before there were any, and have none. */
  "trail.signed": z.strictObject({
    before: z.int().nonnegative(),
    /**
     * Absent: rows. `events`: no run is left that a version without MACs of events began. `states`: hidden states too. `runs`,
     * `approvals`, `instructions`: each of them has a MAC from here on. `conversations`: each deletion has a row, and each
     * temporary chat a MAC.
     */
    what: z
      .enum(["events", "states", "runs", "approvals", "instructions", "conversations"])
      .optional(),
    /** Runs that had ended without a row that says so: how many, and the SHA-256 over their ids. */
    runs: z.strictObject({ rows: z.int(), sha256: z.string() }).optional(),
    /** Ids of the runs without a MAC that go on. */
    unbegun: z.array(z.string()).optional(),
    /** Details that were erased before erasures were signed: how many rows, and the SHA-256 over their places. */
    blanks: z.strictObject({ rows: z.int(), sha256: z.string() }).optional(),
  }),
  /**
   * The trail, or what it seals, is not what was written. `rows`: so many were put among audit events by somebody else, and
   * are in quarantine. `place`, `runId`, `seq`: as in `audit.checked`. `name`: of a trigger, rule or constraint that is not
   * ours.
   */
  "trail.found": z.strictObject({
    fault: z.string(),
    rows: z.int().nonnegative(),
    place: z.int().nullable(),
    runId: z.string().nullable(),
    seq: z.int().nullable(),
    name: z.string().nullable(),
  }),
  /** A file of anchors that was empty. The target names machine and path by a digest. */
  "anchor.begun": z.strictObject({}),
  /** An admin has read these findings. */
  "trail.acknowledged": z.strictObject({ findings: z.array(z.string()) }),

  ...ERASURE_DETAILS,
  "backup.made": z.strictObject({ name: z.string(), sha256: z.string() }),
  /**
   * `runIds`: runs that ended after the backup. `lost`: events that only the anchors know; null where the trail goes on. Then
   * `missed` says which of its rows were written behind the backup; absent in rows of earlier versions.
   */
  "backup.restored": z.strictObject({
    name: z.string(),
    sha256: z.string(),
    erasedAgain: z.int(),
    runIds: z.array(z.string()),
    lost: z.int().nullable(),
    missed: MissedRows.optional(),
  }),

  /** People no longer see who looked: one admin asks, another one agrees. */
  "glass.change-asked": z.strictObject({ to: z.enum(["on", "off"]), reason: z.string() }),
  "glass.changed": z.strictObject({ to: z.enum(["on", "off"]), askedBy: z.string() }),
} satisfies Record<string, z.ZodType>;

export type AuditAction = keyof typeof AUDIT_DETAILS;

/** Looks at what a person wrote: what their list shows, and what the sealer numbers for each person. */
export const LOOK_ACTIONS = [
  "payloads.opened",
  "field.revealed",
  "run.found",
  "review.taken",
] as const satisfies readonly AuditAction[];

/** The rows that say which role a person has, and whether they are banned. */
export const ACCOUNT_ROWS = [
  "account.saved",
  "account.role-changed",
  "account.banned",
  "account.unbanned",
] as const satisfies readonly AuditAction[];

type AuditOutcome = "allowed" | "denied";

type Detailed = {
  [Action in AuditAction]: { action: Action; detail: z.infer<(typeof AUDIT_DETAILS)[Action]> };
}[AuditAction];

export type AuditEvent = Detailed & {
  /** Null: signed out, or the server itself. */
  actorId: string | null;
  /** What it is about: `run:<id>`, `user:<id>`, `conversation:<id>`, or a name. */
  target: string;
  outcome: AuditOutcome;
  /** The person whose words or account it concerns, where there is one. Omitted: the person of `runId`. */
  subjectId?: string | null;
  runId?: string | null;
};
