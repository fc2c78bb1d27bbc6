/**
 * The rows of a turn that was checked, its messages and its run, in one statement. Unique constraints find what others
 * wrote since the check (lib/db/constraint-reasons.ts).
 */
import "server-only";
import { type QueryCreator, type RawBuilder, sql } from "kysely";
import { type Database, kysely } from "../client.ts";
import { TEMPORARY_SILENT_MS } from "../limits.ts";
import { type Given, prepareStatement } from "../prepare-statement.ts";
import { fromNow, fromThisMoment, insertFrom, text, uuid } from "../typed-sql.ts";

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
  /** Says that the application wrote all of it: `signRun`. */
  mac: Buffer;
};

/** A new conversation. */
type NewRows = TurnRows & {
  title: string;
  /** `signTemporary`. Null: it is no temporary chat. */
  temporaryMac: Buffer | null;
  clientMessageId: string;
  text: string;
  /** See `question`. */
  pasted: string | null;
};

/** A question behind the path, or in place of another. */
type NextRows = TurnRows & {
  clientMessageId: string;
  text: string;
  pasted: string | null;
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

export const insertNew = prepareStatement("create-conversation", (given: Given<NewRows>) =>
  kysely()
    .with("created", (db) =>
      db
        .insertInto("conversation")
        .values({
          id: uuid(given("conversationId")),
          user_id: text(given("userId")),
          title: text(given("title")),
          expires_at: sql`CASE WHEN ${given("temporaryMac")}::bytea IS NOT NULL THEN ${fromNow(TEMPORARY_SILENT_MS)} END`,
          temporary_mac: sql`${given("temporaryMac")}::bytea`,
        })
        .returning("id"),
    )
    .with("said", (db) =>
      insertFrom(
        db,
        "message",
        sql`created`,
        question(given, { parent: sql`NULL::uuid`, branch: sql`0` }),
        emptyAnswer(given),
      ),
    )
    .with("begun", (db) => insertFrom(db, "run", sql`created`, run(given)).returning("started_at"))
    .selectFrom("begun")
    .select("begun.started_at"),
);

export const insertNext = prepareStatement("create-next-turn", (given: Given<NextRows>) =>
  kysely()
    .with("touched", (db) => touch(db, given))
    .with("said", (db) => {
      const parent = sql<string | null>`${given("parentId")}::uuid`;
      const branch = sql<number>`${given("branch")}::smallint`;
      const asked = question(given, { parent, branch });
      return insertFrom(db, "message", sql`touched`, asked, emptyAnswer(given));
    })
    .with("begun", (db) => insertFrom(db, "run", sql`touched`, run(given)).returning("started_at"))
    .selectFrom("begun")
    .select("begun.started_at"),
);

export const insertAnswer = prepareStatement("create-next-answer", (given: Given<AnswerRows>) =>
  kysely()
    .with("touched", (db) => touch(db, given))
    .with("said", (db) => {
      const branch = sql<number>`${given("branch")}::smallint`;
      const answered = answer(given, { behind: 1, content: text(given("text")), branch });
      return insertFrom(db, "message", sql`touched`, answered);
    })
    .with("begun", (db) => insertFrom(db, "run", sql`touched`, run(given)).returning("started_at"))
    .selectFrom("begun")
    .select("begun.started_at"),
);

/** Finds nothing, and so nothing is written, where the conversation is gone or its path is another by now. */
function touch(db: QueryCreator<Database>, given: Given<TurnRows & { shownId: string | null }>) {
  const shown = sql<string>`${given("shownId")}::uuid`;
  return db
    .updateTable("conversation")
    .set({ updated_at: sql<Date>`now()` })
    .where("id", "=", uuid(given("conversationId")))
    .where("user_id", "=", text(given("userId")))
    .where("deleted_at", "is", null)
    .where(({ or, exists, selectFrom }) => {
      const known = selectFrom("message").select("id").where("id", "=", shown);
      return or([sql<boolean>`${shown} IS NULL`, exists(known.where("superseded_at", "is", null))]);
    })
    .returning("id");
}

type Place = { parent: RawBuilder<string | null>; branch: RawBuilder<number> };

/** The row of the question, which stands before its answer. `pasted`: as JSON; null for nothing. */
function question(
  given: Given<TurnRows & Pick<NewRows, "clientMessageId" | "text" | "pasted">>,
  { parent, branch }: Place,
) {
  return {
    id: uuid(given("userMessageId")),
    conversation_id: uuid(given("conversationId")),
    ordinal: sql<number>`${given("lastOrdinal")}::int + 1`,
    role: sql<string>`'user'`,
    content: text(given("text")),
    pasted: sql<string | null>`${given("pasted")}::jsonb`,
    author_id: text(given("userId")),
    client_message_id: uuid(given("clientMessageId")),
    parent_id: parent,
    branch,
  };
}

type Answer = { behind: 1 | 2; content: RawBuilder<string>; branch: RawBuilder<number> };

/** @param behind number of places behind the end of the conversation */
function answer(given: Given<TurnRows>, { behind, content, branch }: Answer) {
  return {
    id: uuid(given("answerMessageId")),
    conversation_id: uuid(given("conversationId")),
    ordinal: sql<number>`${given("lastOrdinal")}::int + ${sql.lit(behind)}`,
    role: sql<string>`'assistant'`,
    content,
    pasted: sql<null>`NULL::jsonb`,
    author_id: sql<null>`NULL`,
    client_message_id: sql<null>`NULL::uuid`,
    parent_id: uuid(given("userMessageId")),
    branch,
  };
}

const emptyAnswer = (given: Given<TurnRows>) =>
  answer(given, { behind: 2, content: sql`''`, branch: sql`0` });

function run(given: Given<TurnRows>) {
  return {
    id: uuid(given("runId")),
    conversation_id: uuid(given("conversationId")),
    user_id: text(given("userId")),
    user_message_id: uuid(given("userMessageId")),
    answer_message_id: uuid(given("answerMessageId")),
    agent_id: text(given("agentId")),
    lease_owner: text(given("leaseOwner")),
    lease_until: fromThisMoment(given("leaseMs")),
    slot: sql<number>`${given("slot")}::smallint`,
    mac: sql<Buffer>`${given("mac")}::bytea`,
  };
}
