/** The memory of a run. It is that of the path before the turn: what only another branch learned is not in it. */
import "server-only";
import { type Expression, sql } from "kysely";
import type { SaidTurn } from "../../context-state/quotes-turn.ts";
import { isMemoryForced } from "../../env/settings.ts";
import { kysely } from "../client.ts";
import {
  type Connection,
  type Given,
  prepareStatement,
  prepareVariants,
} from "../prepare-statement.ts";
import { columnsOf, ofAnyLength, ofAnyValue, table, uuid } from "../typed-sql.ts";

/** What is stored as the choice of the person of a turn for all of theirs. */
export type StoredPreferences = {
  /** Empty for none. */
  instructions: string;
  /** Shows that the person saved the instructions, hexadecimal; null: of a version that signed none. */
  mac: string | null;
  /** The id of an offered connection; null for the operator's own choice. */
  model: string | null;
};

const chosen = columnsOf("preference", "chosen");

/** Null where the person has chosen nothing. */
export function turnPreferences(userId: Expression<unknown>) {
  return sql<StoredPreferences | null>`(
    SELECT json_build_object('instructions', ${chosen("instructions")}, 'model', ${chosen("model")},
      'mac', encode(${chosen("instructions_mac")}, 'hex'))
    FROM ${table("preference")} AS chosen WHERE ${chosen("user_id")} = ${userId})`;
}

/** Which messages of a conversation come before a turn. */
export type Path = {
  conversationId: Expression<unknown>;
  /** The ordinal from which on the turn replaces the path that is shown; null where it goes on behind its newest message. */
  replacedFrom: Expression<unknown> | null;
};

/** `shared`: another branch goes on from it, too; absent: none does. `isForged`: not ours; then `state` is null. */
export type StoredState = { version: number; state: unknown; shared?: boolean; isForged?: true };

/** What shows that a state is ours. `mac`: hexadecimal; null: of a version that signed none. */
export type StateProof = { runId: string | null; bytes: number; mac: string | null };

/** As the statement reads it: only the number where the path has no state of this agent. */
export type NewestState = { newest: number } & Partial<
  Pick<StoredState, "version" | "state" | "shared"> & StateProof
>;

export type TurnFile = {
  id: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
  sha256: string;
  /** Among the files of its message, as `attachment.position`. */
  position: number;
  /** When it was uploaded or made, ISO 8601. */
  createdAt: string;
  /** True if it was attached to this turn's message. */
  current: boolean;
};

/** A run whose exchange has left memory. `told`: the service has confirmed that it forgot it, too. */
export type ForgottenRun = { runId: string; told: boolean };

export type TurnMemory = {
  /** By the agent. */
  states: Record<string, NewestState> | null;
  files: TurnFile[] | null;
  forgotten: ForgottenRun[] | null;
  /** What was said on the path, oldest first, where structured memory is forced. Else null: nothing compares with it. */
  said: SaidTurn[] | null;
};

type MemoryValues = {
  conversationId: string;
  replacedFrom: number | null;
  attachmentIds: readonly string[];
};

const memory = prepareVariants(
  "turn-memory",
  (
    given: Given<MemoryValues>,
    { replaces, compares }: { replaces: boolean; compares: boolean },
  ) => {
    const path = pathOf(given, replaces);
    return kysely().selectNoFrom([
      newestStates(path).as("states"),
      hasFiles(path).as("has_files"),
      forgottenRuns(path).as("forgotten"),
      (compares ? saidOn(path) : NOTHING_SAID).as("said"),
    ]);
  },
);

const pathFiles = prepareVariants(
  "path-files",
  (given: Given<MemoryValues>, { replaces }: { replaces: boolean }) =>
    kysely().selectNoFrom(filesOn(pathOf(given, replaces)).as("files")),
);

const sentFiles = prepareStatement(
  "sent-files",
  (given: Given<Pick<MemoryValues, "attachmentIds">>) =>
    kysely().selectNoFrom(filesSent(sql`${given("attachmentIds")}::uuid[]`).as("files")),
);

const pathOf = (given: Given<MemoryValues>, replaces: boolean): Path => ({
  conversationId: ofAnyValue(uuid(given("conversationId"))),
  replacedFrom: replaces ? ofAnyValue(sql<number>`${given("replacedFrom")}::int`) : null,
});

/**
 * Reads all of it before the turn is written; whatever changes it meanwhile adds messages, and the turn is not written. Files are
 * read where there are any.
 */
export async function readTurnMemory(
  values: MemoryValues,
  connection: Connection,
): Promise<TurnMemory> {
  const { attachmentIds } = values;
  const replaces = values.replacedFrom !== null;
  const [row] = await memory({ replaces, compares: isMemoryForced() })(values, connection);
  const { has_files: hasSome, ...remembered } = row ?? { ...NO_MEMORY, has_files: false };
  const [before] = hasSome ? await pathFiles({ replaces })(values, connection) : [];
  const [sent] = attachmentIds.length > 0 ? await sentFiles({ attachmentIds }, connection) : [];
  return { ...remembered, files: sentLast(before?.files ?? [], sent?.files ?? []) };
}

/** Of a conversation that begins without files. */
export const NO_MEMORY: TurnMemory = { states: null, files: null, forgotten: null, said: null };

/** An answer that is written anew has the files of its question on its path already. */
export function sentLast(before: readonly TurnFile[], sent: readonly TurnFile[]): TurnFile[] {
  const ids = new Set(sent.map(({ id }) => id));
  return [...before.filter(({ id }) => !ids.has(id)), ...sent];
}

const state = columnsOf("hidden_state");
const file = columnsOf("attachment");
const message = columnsOf("message", "path");
const other = columnsOf("message", "other");
const later = columnsOf("message", "later");
const revision = columnsOf("attachment", "revision");

const forgotten = columnsOf("forgotten_run", "forgotten");
const run = columnsOf("run", "made_by");

/**
 * @param until when the run that asks began: one that goes on reads what it read then. Absent: a run that begins, which leaves out
 * whatever has left memory, whatever time stands there
 */
export function forgottenRuns(
  { conversationId }: Pick<Path, "conversationId">,
  until?: Expression<unknown>,
) {
  const isBefore = until ? sql` AND ${forgotten("at")} <= ${until}` : sql``;
  return sql<ForgottenRun[] | null>`(
    SELECT json_agg(json_build_object('runId', ${forgotten("run_id")}, 'told', coalesce(${forgotten("told_at")} <= ${until ?? sql`now()`}, false))
      ORDER BY ${forgotten("run_id")})
    FROM ${table("forgotten_run")} AS forgotten
    WHERE ${forgotten("conversation_id")} = ${conversationId}${isBefore})`;
}

/**
 * Whether the answer that made a file has left memory. For a corrected document that is the answer that made its first version. What
 * the person attached stays.
 */
const isOfForgotten = sql<boolean>`EXISTS (
  SELECT FROM ${table("forgotten_run")} AS forgotten JOIN ${table("run")} AS made_by ON ${run("id")} = ${forgotten("run_id")}
  WHERE ${run("answer_message_id")} = CASE WHEN ${file("revises_id")} IS NULL THEN ${file("message_id")} ELSE (
    SELECT ${revision("message_id")} FROM ${table("attachment")} AS revision WHERE ${revision("id")} = ${file("revises_id")}) END)`;

/** Where no prompt and no state is compared with what was said. */
const NOTHING_SAID = sql<SaidTurn[] | null>`NULL::json`;

/** Every message on the path, if structured memory is forced: no prompt and no state may copy a stretch of one. */
export function saidIfForced(path: Path) {
  return isMemoryForced() ? saidOn(path) : NOTHING_SAID;
}

function saidOn(path: Path) {
  return sql<SaidTurn[] | null>`(
    SELECT json_agg(json_build_object('by', CASE ${message("role")} WHEN 'user' THEN 'person' ELSE 'assistant' END,
      'text', ${message("content")}) ORDER BY ${message("ordinal")})
    FROM ${table("message")} AS path
    WHERE ${message("conversation_id")} = ${path.conversationId} AND ${isBefore(path)} AND ${message("content")} <> '')`;
}

/** Whether the message `path` is on the path. */
function isBefore({ replacedFrom }: Path) {
  return sql<boolean>`(${message("superseded_at")} IS NULL${andBefore(message("ordinal"), replacedFrom)})`;
}

/** Written only where it asks something: PostgreSQL would plan it anew for each value. */
function andBefore(ordinal: Expression<unknown>, replacedFrom: Path["replacedFrom"]) {
  return replacedFrom ? sql` AND ${ordinal} < ${replacedFrom}` : sql``;
}

/**
 * The newest hidden state per agent that is on the path and not quarantined, with the number of the agent's newest
 * version on whichever branch.
 */
export function newestStates(path: Path) {
  const isRemembered = sql<boolean>`coalesce(${isBefore(path)} AND ${state("quarantined_at")} IS NULL, false)`;
  return sql<Record<string, NewestState> | null>`(
    SELECT json_object_agg(newest.agent_id, CASE WHEN newest.is_remembered THEN json_build_object(
        'version', newest.version, 'state', newest.state, 'newest', newest.last, 'shared', ${isShared(path)},
        'runId', newest.run_id, 'bytes', newest.bytes, 'mac', encode(newest.mac, 'hex'))
      ELSE json_build_object('newest', newest.last) END)
    FROM (
      SELECT DISTINCT ON (${state("agent_id")}) ${state("agent_id")}, ${state("version")}, ${state("state")},
        ${state("run_id")}, ${state("bytes")}, ${state("mac")}, ${message("ordinal")} AS after, ${isRemembered} AS is_remembered,
        max(${state("version")}) OVER (PARTITION BY ${state("agent_id")}) AS last
      FROM ${table("hidden_state")} LEFT JOIN ${table("message")} AS path ON ${message("id")} = ${state("message_id")}
      WHERE ${state("conversation_id")} = ${path.conversationId}
      ORDER BY ${state("agent_id")}, is_remembered DESC, ${state("version")} DESC
    ) AS newest)`;
}

/** Whether a branch begins behind the answer of `newest`: with this turn, or at a message that has another version. */
function isShared({ conversationId, replacedFrom }: Path) {
  if (replacedFrom) return sql<boolean>`true`;
  return sql<boolean>`EXISTS (
    SELECT FROM ${table("message")} AS other JOIN ${table("message")} AS path
      ON ${message("conversation_id")} = ${conversationId} AND ${message("superseded_at")} IS NULL
      AND ${message("parent_id")} IS NOT DISTINCT FROM ${other("parent_id")} AND ${message("ordinal")} > newest.after
    WHERE ${other("conversation_id")} = ${conversationId} AND ${other("superseded_at")} IS NOT NULL
      AND ${other("continued_at")} IS NULL)`;
}

function hasFiles({ conversationId }: Path) {
  return sql<boolean>`EXISTS (
    SELECT FROM ${table("attachment")} WHERE ${file("conversation_id")} = ${conversationId})`;
}

/** The files of the path, each in its newest version. */
export function filesOn(path: Path) {
  return sql<TurnFile[] | null>`(
    SELECT json_agg(${fileJson(file("position"), false)}
      ORDER BY ${message("ordinal")}, ${file("position")}, ${file("created_at")}, ${file("id")})
    FROM ${table("attachment")} JOIN ${table("message")} AS path ON ${message("id")} = ${file("message_id")}
    WHERE ${file("conversation_id")} = ${path.conversationId} AND ${isBefore(path)} AND NOT ${isRevised(path)}
      AND NOT ${isOfForgotten})`;
}

/** The files of a turn. @param ids in their order. One that is being sent has no message yet: this is the place that it gets */
export function filesSent(ids: Expression<unknown>) {
  const place = sql`array_position(${ids}, ${file("id")})`;
  const position = sql`CASE WHEN ${file("message_id")} IS NULL THEN ${place} ELSE ${file("position")} END`;
  return sql<TurnFile[] | null>`(
    SELECT json_agg(${fileJson(position, true)} ORDER BY ${place})
    FROM ${table("attachment")} WHERE ${file("id")} = ANY(${ofAnyLength(ids)}))`;
}

/** @param current whether it comes with the message of the turn */
export const fileJson = (position: Expression<unknown>, current: boolean) =>
  sql<TurnFile>`json_build_object('id', ${file("id")}, 'name', ${file("name")},
    'mediaType', ${file("media_type")}, 'sizeBytes', ${file("size_bytes")}, 'sha256', ${file("sha256")},
    'position', ${position}, 'createdAt', ${file("created_at")}, 'current', ${sql.lit(current)})`;

/** The ids of a message's files, in their order. */
export function filesOf(messageId: Expression<unknown>) {
  return sql<string[]>`ARRAY(SELECT ${file("id")} FROM ${table("attachment")}
    WHERE ${file("message_id")} = ${messageId}
    ORDER BY ${file("position")}, ${file("created_at")}, ${file("id")})`;
}

/** Whether a file of the path has a newer version on it. */
function isRevised({ replacedFrom }: Path) {
  return sql<boolean>`EXISTS (
    SELECT FROM ${table("attachment")} AS revision
      JOIN ${table("message")} AS later ON ${later("id")} = ${revision("message_id")}
    WHERE ${revision("revises_id")} = coalesce(${file("revises_id")}, ${file("id")})
      AND ${revision("created_at")} > ${file("created_at")} AND ${later("superseded_at")} IS NULL${andBefore(later("ordinal"), replacedFrom)})`;
}
