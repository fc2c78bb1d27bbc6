/**
 * The rows of a turn that was checked, its messages and its run, in one statement. Unique constraints find what others
 * wrote since the check (lib/db/constraint-reasons.ts).
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import { kysely } from "../client.ts";
import { TEMPORARY_SILENT_MS } from "../limits.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { fromNow, fromThisMoment, text, uuid } from "../typed-sql.ts";

/** The messages of a turn, at the places that the check found. */
export type TurnRows = {
  conversationId: string;
  userId: string;
  userMessageId: string;
  answerMessageId: string;
  runId: string;
  slot: number;
  agentId: string;
  leaseOwner: string;
  leaseMs: number;
  /** Where the conversation ended. */
  lastOrdinal: number;
};

/** A new conversation. */
type NewRows = TurnRows & {
  title: string;
  isTemporary: boolean;
  clientMessageId: string;
  text: string;
};

/** A question behind the path, or in place of another. */
type NextRows = TurnRows & {
  clientMessageId: string;
  text: string;
  parentId: string | null;
  branch: number;
  /** A message that must still be shown. Null: there is none yet. */
  shownId: string | null;
};

/** Another answer to a question that is there. */
type AnswerRows = TurnRows & {
  /** What it begins with. */
  text: string;
  branch: number;
  shownId: string;
};

const MESSAGE = [
  ...(["id", "conversation_id", "ordinal", "role", "content"] as const),
  ...(["author_id", "client_message_id", "parent_id", "branch"] as const),
] as const;

const RUN = [
  ...(["id", "conversation_id", "user_id", "user_message_id", "answer_message_id"] as const),
  ...(["agent_id", "lease_owner", "lease_until", "slot"] as const),
] as const;

export const insertNew = prepareStatement("create-conversation", (given: Given<NewRows>) =>
  kysely()
    .with("created", (db) =>
      db
        .insertInto("conversation")
        .columns(["id", "user_id", "title", "expires_at"])
        .expression(
          db.selectNoFrom([
            uuid(given("conversationId")).as("id"),
            text(given("userId")).as("user_id"),
            text(given("title")).as("title"),
            sql<Date | null>`CASE WHEN ${given("isTemporary")}::boolean THEN ${fromNow(TEMPORARY_SILENT_MS)} END`.as(
              "expires_at",
            ),
          ]),
        )
        .returning("id"),
    )
    .with("said", (db) =>
      db
        .insertInto("message")
        .columns(MESSAGE)
        .expression(
          sql`${questionRow(given, { parent: sql`NULL::uuid`, branch: sql`0` })}
            UNION ALL ${answerRow(given, { place: 2, content: sql`''`, branch: sql`0` })}`,
        ),
    )
    .with("begun", (db) =>
      db
        .insertInto("run")
        .columns(RUN)
        .expression(sql`${runRow(given)} FROM created`)
        .returning("started_at"),
    )
    .selectFrom("begun")
    .select("begun.started_at"),
);

export const insertNext = prepareStatement("create-next-turn", (given: Given<NextRows>) =>
  withTouched(given)
    .with("said", (db) =>
      db
        .insertInto("message")
        .columns(MESSAGE)
        .expression(
          sql`${questionRow(given, {
            parent: sql`${given("parentId")}::uuid`,
            branch: sql`${given("branch")}::smallint`,
          })} FROM touched
            UNION ALL ${answerRow(given, { place: 2, content: sql`''`, branch: sql`0` })} FROM touched`,
        ),
    )
    .with("begun", (db) =>
      db
        .insertInto("run")
        .columns(RUN)
        .expression(sql`${runRow(given)} FROM touched`)
        .returning("started_at"),
    )
    .selectFrom("begun")
    .select("begun.started_at"),
);

export const insertAnswer = prepareStatement("create-next-answer", (given: Given<AnswerRows>) =>
  withTouched(given)
    .with("said", (db) =>
      db
        .insertInto("message")
        .columns(MESSAGE)
        .expression(
          sql`${answerRow(given, {
            place: 1,
            content: text(given("text")),
            branch: sql`${given("branch")}::smallint`,
          })} FROM touched`,
        ),
    )
    .with("begun", (db) =>
      db
        .insertInto("run")
        .columns(RUN)
        .expression(sql`${runRow(given)} FROM touched`)
        .returning("started_at"),
    )
    .selectFrom("begun")
    .select("begun.started_at"),
);

/** Finds nothing, and so nothing is written, where the conversation is gone or its path is another by now. */
function withTouched(given: Given<TurnRows & { shownId: string | null }>) {
  const shown = sql`${given("shownId")}::uuid`;
  return kysely().with("touched", (db) =>
    db
      .updateTable("conversation")
      .set({ updated_at: sql<Date>`now()` })
      .where("id", "=", uuid(given("conversationId")))
      .where("user_id", "=", text(given("userId")))
      .where("deleted_at", "is", null)
      .where(({ or, exists, selectFrom }) =>
        or([
          sql<boolean>`${shown} IS NULL`,
          exists(
            selectFrom("message")
              .select("id")
              .where("id", "=", sql<string>`${shown}`)
              .where("superseded_at", "is", null),
          ),
        ]),
      )
      .returning("id"),
  );
}

type Placed = { parent: RawBuilder<unknown>; branch: RawBuilder<unknown> };

/** As `MESSAGE`. The question stands before its answer. */
function questionRow(
  given: Given<TurnRows & { clientMessageId: string; text: string }>,
  { parent, branch }: Placed,
) {
  return sql`SELECT ${uuid(given("userMessageId"))}, ${uuid(given("conversationId"))},
    ${given("lastOrdinal")}::int + 1, 'user', ${text(given("text"))}, ${text(given("userId"))},
    ${uuid(given("clientMessageId"))}, ${parent}, ${branch}`;
}

function answerRow(
  given: Given<TurnRows>,
  {
    place,
    content,
    branch,
  }: { place: 1 | 2; content: RawBuilder<unknown>; branch: RawBuilder<unknown> },
) {
  return sql`SELECT ${uuid(given("answerMessageId"))}, ${uuid(given("conversationId"))},
    ${given("lastOrdinal")}::int + ${sql.lit(place)}, 'assistant', ${content}, NULL, NULL::uuid,
    ${uuid(given("userMessageId"))}, ${branch}`;
}

/** As `RUN`. */
function runRow(given: Given<TurnRows>) {
  return sql`SELECT ${uuid(given("runId"))}, ${uuid(given("conversationId"))}, ${text(given("userId"))},
    ${uuid(given("userMessageId"))}, ${uuid(given("answerMessageId"))}, ${text(given("agentId"))},
    ${text(given("leaseOwner"))}, ${fromThisMoment(given("leaseMs"))}, ${given("slot")}::smallint`;
}
