import "server-only";
/** The statement that creates a turn. Every write depends on `allowed`, which is empty if the turn is refused. */
import { sql } from "kysely";
import type { Role } from "../../access/actor.ts";
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";
import { DECIDED, decisionsPart, trialPart } from "../audit/effects/record-in-statement.ts";
import { kysely } from "../client.ts";
import { silentUntil } from "../conversations/temporary/temporary-chats.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { SESSION_HOLDS } from "../session-holds.ts";
import { fromThisMoment, text, uuid } from "../typed-sql.ts";
import type { TurnApproval } from "./created-turn.ts";
import { place } from "./replace/replace-answer.ts";
import { freeSlot, isWithin, maySend, type RunLimits, spentBefore } from "./run-limits.ts";
import { newestStates, turnFiles, turnPreferences } from "./turn-memory.ts";

export type TurnValues = RunLimits & {
  conversationId: string;
  userMessageId: string;
  answerMessageId: string;
  runId: string;
  clientMessageId: string;
  userId: string;
  role: Role;
  isNew: boolean;
  isTemporary: boolean;
  title: string;
  text: string;
  attachmentIds: readonly string[];
  session: string | null;
  /** The person's message that this one is a new version of. */
  editedId: string | null;
  approvalId: string | null;
  decision: ApprovalDecision["decision"] | null;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
};

/** The parameters with their SQL types. */
function typed(given: Given<TurnValues>) {
  return {
    ids: {
      conversation: uuid(given("conversationId")),
      question: uuid(given("userMessageId")),
      answer: uuid(given("answerMessageId")),
      run: uuid(given("runId")),
      clientMessage: uuid(given("clientMessageId")),
    },
    user: text(given("userId")),
    role: given("role"),
    isNew: sql<boolean>`${given("isNew")}::boolean`,
    expiresAt: sql<Date | null>`CASE WHEN ${given("isTemporary")}::boolean THEN ${silentUntil()} END`,
    title: text(given("title")),
    content: text(given("text")),
    attachments: sql<string[]>`${given("attachmentIds")}::uuid[]`,
    session: sql<string>`${given("session")}::text`,
    edited: sql<string>`${given("editedId")}::uuid`,
    approval: sql<string>`${given("approvalId")}::uuid`,
    decision: sql<string>`${given("decision")}::text`,
    agent: text(given("agentId")),
    leaseOwner: text(given("leaseOwner")),
    leaseUntil: fromThisMoment(given("leaseMs")),
    limits: {
      maxRunsAtOnce: given("maxRunsAtOnce"),
      maxSendsPerMinute: given("maxSendsPerMinute"),
      maxSpentToday: given("maxSpentToday"),
      maxSpentThisMonth: given("maxSpentThisMonth"),
    },
  };
}
type Typed = ReturnType<typeof typed>;

export const runCreateTurn = prepareStatement("create-turn", (values: Given<TurnValues>) => {
  const given = typed(values);
  const path = {
    conversationId: given.ids.conversation,
    replacedFrom: sql<number | null>`(SELECT ordinal FROM edited)`,
  };
  return withWrites(withChecks(given), given)
    .selectFrom("checked")
    .leftJoin("begun", (join) => join.onTrue())
    .leftJoin("pending", (join) => join.onTrue())
    .select(({ ref }) => [
      "checked.session_holds",
      "checked.is_theirs",
      "checked.is_busy",
      "checked.slot",
      "checked.may_send",
      "checked.spent_today",
      "checked.spent_this_month",
      "begun.id as run_id",
      "begun.started_at",
      sql<TurnApproval | null>`CASE WHEN ${ref("pending.id")} IS NOT NULL THEN json_build_object(
        'approvalId', ${ref("pending.id")}, 'agentId', ${ref("pending.agent_id")}, 'decision', ${given.decision},
        'resume', ${ref("pending.resume")}, 'suspendedPlan', ${ref("pending.suspended_plan")}) END`.as(
        "approval",
      ),
      newestStates(path).as("states"),
      turnFiles(path, given.attachments).as("files"),
      turnPreferences(given.user).as("preferences"),
    ]);
});

function withChecks({ ids, user, isNew, attachments, session, edited, approval, ...given }: Typed) {
  return kysely()
    .with("mine", (db) =>
      db
        .selectFrom("attachment")
        .select("id")
        .where(({ ref }) => sql<boolean>`${ref("id")} = ANY(${attachments})`)
        .where("owner_id", "=", user)
        .where("message_id", "is", null),
    )
    .with("pending", (db) =>
      db
        .selectFrom("approval")
        .select(["id", "agent_id", "resume", "suspended_plan"])
        .where("id", "=", approval)
        .where("conversation_id", "=", ids.conversation)
        .where("status", "=", "pending")
        .where("answer_message_id", "in", ({ selectFrom }) =>
          selectFrom("message").select("id").where("superseded_at", "is", null),
        ),
    )
    .with("edited", (db) =>
      db
        .selectFrom("message")
        .select(["message.ordinal", "message.parent_id"])
        .select(place("message.conversation_id", "message.parent_id"))
        .where("message.id", "=", edited)
        .where("message.conversation_id", "=", ids.conversation)
        .where("message.role", "=", sql<string>`'user'`)
        .where("message.superseded_at", "is", null),
    )
    .with("checked", (db) =>
      db.selectNoFrom(({ exists, selectFrom, or, and }) => [
        or([
          sql<boolean>`${session} IS NULL`,
          exists(
            selectFrom("session")
              .innerJoin("user", "user.id", "session.user_id")
              .select("session.id")
              .where("session.token", "=", session)
              .where("user.id", "=", user)
              .where("user.role", "=", given.role)
              .where(SESSION_HOLDS),
          ),
        ]).as("session_holds"),
        and([
          sql<boolean>`(SELECT count(*) FROM mine) = cardinality(${attachments})`,
          or([sql<boolean>`${approval} IS NULL`, exists(selectFrom("pending").select("id"))]),
          or([sql<boolean>`${edited} IS NULL`, exists(selectFrom("edited").select("ordinal"))]),
          or([
            isNew,
            exists(
              selectFrom("conversation")
                .select("id")
                .where("id", "=", ids.conversation)
                .where("user_id", "=", user)
                .where("deleted_at", "is", null),
            ),
          ]),
        ]).as("is_theirs"),
        exists(
          selectFrom("run")
            .select("id")
            .where("conversation_id", "=", ids.conversation)
            .where("status", "=", "running"),
        ).as("is_busy"),
        freeSlot(user, given.limits).as("slot"),
        maySend(user, given.limits).as("may_send"),
        spentBefore(user, given.limits).today.as("spent_today"),
        spentBefore(user, given.limits).thisMonth.as("spent_this_month"),
      ]),
    );
}

function withWrites(checks: ReturnType<typeof withChecks>, given: Typed) {
  return withMessages(withConversation(checks, given), given)
    .with("begun", (db) =>
      db
        .insertInto("run")
        .columns([
          ...([
            "id",
            "conversation_id",
            "user_id",
            "user_message_id",
            "answer_message_id",
          ] as const),
          ...(["agent_id", "lease_owner", "lease_until", "slot"] as const),
        ])
        .expression(({ selectFrom }) =>
          selectFrom("target").select([
            given.ids.run.as("id"),
            given.ids.conversation.as("conversation_id"),
            given.user.as("user_id"),
            given.ids.question.as("user_message_id"),
            given.ids.answer.as("answer_message_id"),
            given.agent.as("agent_id"),
            given.leaseOwner.as("lease_owner"),
            given.leaseUntil.as("lease_until"),
            "slot",
          ]),
        )
        .returning(["id", "started_at"]),
    )
    .with("attached", (db) =>
      db
        .updateTable("attachment")
        .set(({ ref }) => ({
          message_id: given.ids.question,
          conversation_id: given.ids.conversation,
          position: sql<number>`array_position(${given.attachments}, ${ref("id")})`,
        }))
        .where("id", "in", ({ selectFrom }) => selectFrom("mine").select("id"))
        .where(({ exists, selectFrom }) => exists(selectFrom("target").select("slot"))),
    )
    .with("decided", (db) =>
      db
        .updateTable("approval")
        .set(({ ref }) => ({
          status: sql<string>`CASE WHEN ${ref("id")} = ${given.approval} THEN ${given.decision} ELSE 'expired' END`,
          decided_at: sql<Date>`now()`,
        }))
        .where("conversation_id", "=", ({ selectFrom }) => selectFrom("touched").select("id"))
        .where("status", "=", "pending")
        .returning(DECIDED),
    )
    .with("recorded", () => decisionsPart(given.user, "decided"))
    .with("trial", trialPart);
}

function withConversation(checks: ReturnType<typeof withChecks>, given: Typed) {
  const { ids } = given;
  return (
    checks
      .with("allowed", (db) =>
        db
          .selectFrom("checked")
          .select("slot")
          .where(
            ({ ref }) => sql<boolean>`${ref("session_holds")} AND ${ref("is_theirs")}
            AND NOT ${ref("is_busy")} AND ${ref("may_send")} AND ${ref("slot")} IS NOT NULL
            AND ${isWithin(sql.ref("spent_today"), given.limits.maxSpentToday)}
            AND ${isWithin(sql.ref("spent_this_month"), given.limits.maxSpentThisMonth)}`,
          ),
      )
      .with("created", (db) =>
        db
          .insertInto("conversation")
          .columns(["id", "user_id", "title", "expires_at"])
          .expression(({ selectFrom }) =>
            selectFrom("allowed")
              .select([
                ids.conversation.as("id"),
                given.user.as("user_id"),
                given.title.as("title"),
                given.expiresAt.as("expires_at"),
              ])
              .where(given.isNew),
          ),
      )
      .with("touched", (db) =>
        db
          .updateTable("conversation")
          .set({ updated_at: sql<Date>`now()` })
          .where("id", "=", ids.conversation)
          .where(({ not, and, exists, selectFrom }) =>
            and([not(given.isNew), exists(selectFrom("allowed").select("slot"))]),
          )
          .returning("id"),
      )
      // The parent of the person's message is the newest message of the path, or that of the message it is a version of.
      .with("target", (db) =>
        db
          .selectFrom("allowed")
          .leftJoin("edited", (join) => join.onTrue())
          .select(({ selectFrom, fn, ref }) => [
            "slot",
            sql<number>`coalesce(${ref("edited.last_branch")} + 1, 0)`.as("branch"),
            fn
              .coalesce(
                selectFrom("message")
                  .select((message) => message.fn.max("ordinal").as("last"))
                  .where("conversation_id", "=", ids.conversation),
                sql<number>`0`,
              )
              .as("last"),
            sql<
              string | null
            >`CASE WHEN ${ref("edited.ordinal")} IS NOT NULL THEN ${ref("edited.parent_id")}
            ELSE (${selectFrom("message")
              .select("id")
              .where("conversation_id", "=", ids.conversation)
              .where("superseded_at", "is", null)
              .orderBy("ordinal", "desc")
              .limit(1)}) END`.as("parent_id"),
          ]),
      )
      .with("set_aside", (db) =>
        db
          .updateTable("message")
          .from(["target", "edited"])
          .set({ superseded_at: sql<Date>`now()` })
          .where("message.conversation_id", "=", ids.conversation)
          .where("message.superseded_at", "is", null)
          .whereRef("message.ordinal", ">=", "edited.ordinal"),
      )
  );
}

type Conversation = ReturnType<typeof withConversation>;

function withMessages(conversation: Conversation, given: Typed) {
  const { ids } = given;
  return conversation
    .with("question", (db) =>
      db
        .insertInto("message")
        .columns([
          ...(["id", "conversation_id", "ordinal", "role", "content"] as const),
          ...(["author_id", "client_message_id", "parent_id", "branch"] as const),
        ])
        .expression(({ selectFrom }) =>
          selectFrom("target").select(({ ref }) => [
            ids.question.as("id"),
            ids.conversation.as("conversation_id"),
            sql<number>`${ref("last")} + 1`.as("ordinal"),
            sql<string>`'user'`.as("role"),
            given.content.as("content"),
            given.user.as("author_id"),
            ids.clientMessage.as("client_message_id"),
            "parent_id",
            "branch",
          ]),
        ),
    )
    .with("answer", (db) =>
      db
        .insertInto("message")
        .columns(["id", "conversation_id", "ordinal", "role", "content", "parent_id"])
        .expression(({ selectFrom }) =>
          selectFrom("target").select(({ ref }) => [
            ids.answer.as("id"),
            ids.conversation.as("conversation_id"),
            sql<number>`${ref("last")} + 2`.as("ordinal"),
            sql<string>`'assistant'`.as("role"),
            sql<string>`''`.as("content"),
            ids.question.as("parent_id"),
          ]),
        ),
    );
}
