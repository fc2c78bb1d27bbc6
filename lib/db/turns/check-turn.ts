/** What must be true before a turn begins, and where in its conversation it goes. Reads only; `write-turn.ts` relies on it. */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../access/actor.ts";
import { type OpenApproval, trialPart } from "../audit/record-in-statement.ts";
import { kysely } from "../client.ts";
import {
  exhaustedBudget,
  freeSlotOf,
  type LimitReached,
  type RunLimits,
  type SpentBefore,
  sentLately,
  slotsTaken,
  spentBefore,
  spentParts,
} from "../limits/run-limits.ts";
import { type Connection, type Given, prepareVariants } from "../prepare-statement.ts";
import { SESSION_HOLDS } from "../session-holds.ts";
import { ofAnyValue, text, uuid } from "../typed-sql.ts";
import { turnPreferences } from "./turn-memory.ts";

type Values = {
  userId: string;
  role: Role;
  session: string | null;
  conversationId: string;
};

type Refused = "signed-out" | "not-found" | "run-active" | LimitReached;

export type CheckedTurn = NonNullable<Awaited<ReturnType<typeof readChecks>>> & {
  slot: number;
  spent: SpentBefore;
};

/** Fails where the trail refuses rows. */
export async function checkTurn(
  input: Values & { limits: RunLimits; isNew: boolean },
  connection: Connection,
): Promise<{ ok: true; checked: CheckedTurn } | { ok: false; reason: Refused }> {
  const { limits, isNew } = input;
  const row = await readChecks(input, connection);
  if (!row?.session_holds) return { ok: false, reason: "signed-out" };
  if (!isNew && !row.conversation) return { ok: false, reason: "not-found" };
  if (row.conversation?.isBusy) return { ok: false, reason: "run-active" };
  const slot = freeSlotOf(row.slots_taken, limits);
  if (slot === null) return { ok: false, reason: "too-many-runs" };
  if (row.sent_lately >= limits.maxSendsPerMinute) return { ok: false, reason: "too-many-sends" };
  const spent = await readSpent(input, connection);
  const exhausted = exhaustedBudget(spent, limits);
  if (exhausted) return { ok: false, reason: exhausted };
  return { ok: true, checked: { ...row, slot, spent } };
}

/** Where there is no budget, nothing is read. */
async function readSpent(
  { limits, userId }: { limits: RunLimits; userId: string },
  connection: Connection,
): Promise<SpentBefore> {
  const periods = spentParts(limits);
  if (!periods.today && !periods.thisMonth) return { today: null, thisMonth: null };
  const [row] = await spentIn(periods)({ userId }, connection);
  if (!row) throw new Error("What was spent was not read.");
  return row;
}

const spentIn = prepareVariants(
  "spent-before",
  (given: Given<{ userId: string }>, periods: ReturnType<typeof spentParts>) => {
    const { today, thisMonth } = spentBefore(ofAnyValue(text(given("userId"))), periods);
    return kysely().selectNoFrom([today.as("today"), thisMonth.as("thisMonth")]);
  },
);

async function readChecks(
  { isNew, ...values }: Values & { isNew: boolean },
  connection: Connection,
) {
  const parts = { session: values.session !== null, isNew };
  const [row] = await check(parts)(values, connection);
  return row;
}

/** What a statement asks: a part that nobody needs is not in it. */
type Parts = {
  session: boolean;
  isNew: boolean;
};

const check = prepareVariants("check-turn", (given: Given<Values>, parts: Parts) => {
  const user = text(given("userId"));
  return kysely()
    .with("trial", trialPart)
    .selectNoFrom([
      (parts.session ? sessionHolds(given, user) : sql<boolean>`true`).as("session_holds"),
      slotsTaken(user).as("slots_taken"),
      sentLately(user).as("sent_lately"),
      turnPreferences(user).as("preferences"),
      (parts.isNew ? sql<null>`NULL` : conversationState(given, user)).as("conversation"),
    ]);
});

function sessionHolds(given: Given<Values>, user: RawBuilder<string>) {
  const holding = kysely()
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select("session.id")
    .where("session.token", "=", text(sql`${given("session")}`))
    .where("user.id", "=", user)
    .where("user.role", "=", given("role"))
    .where(SESSION_HOLDS);
  return sql<boolean>`EXISTS (${holding})`;
}

/** State of an existing conversation: whether an answer is being written, where its path ends, and what waits for the person. */
type ConversationState = {
  isBusy: boolean;
  /** The newest place among all messages. */
  lastOrdinal: number;
  /** The newest message of the path that is shown. */
  newestId: string | null;
  /** Questions of agents that wait for the person's word. */
  asking: OpenApproval[];
};

/** Null where it is not this person's. */
function conversationState(given: Given<Values>, user: RawBuilder<string>) {
  const id = uuid(given("conversationId"));
  const messages = kysely().selectFrom("message").where("conversation_id", "=", id);
  const newest = messages.orderBy("ordinal", "desc").limit(sql.lit(1));
  const running = kysely()
    .selectFrom("run")
    .select("id")
    .where("conversation_id", "=", id)
    .where("status", "=", sql.lit("running"));
  const asking = kysely()
    .selectFrom("approval")
    .select(sql`json_agg(json_build_object('id', id, 'runId', run_id))`.as("asking"))
    .where("conversation_id", "=", id)
    .where("status", "=", sql.lit("pending"));
  const owned = kysely()
    .selectFrom("conversation")
    .select(
      sql<ConversationState>`json_build_object(
        'isBusy', EXISTS (${running}),
        'lastOrdinal', coalesce((${newest.select("ordinal")}), 0),
        'newestId', (${newest.select("id").where("superseded_at", "is", null)}),
        'asking', coalesce((${asking}), '[]'))`.as("state"),
    )
    .where("id", "=", id)
    .where("user_id", "=", user)
    .where("deleted_at", "is", null);
  return sql<ConversationState | null>`(${owned})`;
}
