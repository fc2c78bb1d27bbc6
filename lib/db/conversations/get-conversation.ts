/** One conversation as its person may see it, built field by field. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import { MESSAGE_PAGE_COUNT } from "../../contracts/limits.ts";
import {
  type ConversationDetail,
  PublicApproval,
  type PublicMessage,
} from "../../contracts/public/conversation.ts";
import { isContinuable } from "../../contracts/public/is-continuable.ts";
import { MessageEnd } from "../../contracts/public/message-end.ts";
import { AnswerFeedback } from "../../contracts/public/person/answer-feedback.ts";
import { plainQuestion } from "../../contracts/public/person/plain-question.ts";
import type { PublicContest } from "../../contracts/public/review/contest.ts";
import { readSources } from "../../contracts/public/sources/read-sources.ts";
import { isRecord, parseJson } from "../../contracts/read-json.ts";
import { AppError } from "../../errors/app-error.ts";
import { personText } from "../../errors/person-text.ts";
import { isOwnState } from "../audit/runs/own-states.ts";
import { db, kysely } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { type ContestedAnswer, readContests } from "../review/read-contests.ts";
import { listUnderstood } from "./list-understood.ts";
import { readForgotten } from "./read-forgotten.ts";

const PLACE = { id: true, parentId: true, branch: true } satisfies Prisma.MessageSelect;

const FILE = {
  id: true,
  name: true,
  mediaType: true,
  sizeBytes: true,
  alt: true,
  revisesId: true,
} satisfies Prisma.AttachmentSelect;

export const MESSAGE = {
  ...PLACE,
  ordinal: true,
  role: true,
  content: true,
  ending: true,
  reason: true,
  sources: true,
  createdAt: true,
  attachments: {
    select: FILE,
    orderBy: [{ position: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  },
  runAnswered: { select: { id: true } },
  approvals: { select: { id: true, question: true, status: true }, orderBy: { createdAt: "asc" } },
  feedback: { select: { verdict: true, words: true } },
} satisfies Prisma.MessageSelect;

/** What a browser has of a conversation: its first message, and the first of its newest page. */
export type KnownMessages = { from: string; tail: string };

type HowRead = Partial<Pick<AgentRegistry, "factKeeper">> & {
  /** True: a temporary chat is not found. It leaves this place by no export and no link. */
  isLasting?: boolean;
  /** Absent: the whole conversation. Null: the newest page. Else what may have changed of it. */
  known?: KnownMessages | null;
};

type StatePlace = { conversationId: string; agentId: string };

/** By Kysely, because Prisma reads the numbers of a JSON column as doubles. */
function readNewestState({ conversationId, agentId }: StatePlace) {
  return kysely()
    .selectFrom("hidden_state")
    .innerJoin("message", "message.id", "hidden_state.message_id")
    .select(["hidden_state.state", "hidden_state.version", "hidden_state.run_id as runId"])
    .select(["hidden_state.bytes", "hidden_state.mac"])
    .where("hidden_state.conversation_id", "=", conversationId)
    .where("hidden_state.agent_id", "=", agentId)
    .where("hidden_state.quarantined_at", "is", null)
    .where("message.superseded_at", "is", null)
    .orderBy("hidden_state.version", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** @throws AppError `not-found` if there is no such conversation or it is another person's */
export async function getConversation(
  actor: Actor,
  conversationId: string,
  { known, factKeeper = REGISTRY.factKeeper, isLasting = false }: HowRead = {},
): Promise<ConversationDetail> {
  assertCan(actor, "chat:use");
  const corrections = known ? await readCorrections(actor, conversationId) : undefined;
  const first =
    known && corrections ? await findFirstChanged(actor, conversationId, known, corrections) : null;
  const isPage = known !== undefined && first === null;
  const row = await db().conversation.findFirst({
    where: {
      id: conversationId,
      userId: actor.userId,
      deletedAt: null,
      ...(isLasting ? { expiresAt: null } : {}),
    },
    select: {
      id: true,
      title: true,
      updatedAt: true,
      expiresAt: true,
      pinnedAt: true,
      archivedAt: true,
      folderId: true,
      messages: {
        where: { supersededAt: null, ...(first && { ordinal: { gte: first.ordinal } }) },
        orderBy: { ordinal: "desc" },
        ...(isPage && { take: MESSAGE_PAGE_COUNT + 1 }),
        select: MESSAGE,
      },
    },
  });
  if (!row) throw new AppError("not-found");
  const isCut = isPage && row.messages.length > MESSAGE_PAGE_COUNT;
  const newestFirst = isCut ? row.messages.slice(0, MESSAGE_PAGE_COUNT) : row.messages;
  return {
    conversation: { id: row.id, title: row.title, updatedAt: row.updatedAt.toISOString() },
    messages: await toPublicMessages(
      actor,
      conversationId,
      newestFirst.toReversed(),
      true,
      corrections,
    ),
    hasOlder: isCut || (first?.hasOlder ?? false),
    isTemporary: row.expiresAt !== null,
    place: {
      isPinned: row.pinnedAt !== null,
      isArchived: row.archivedAt !== null,
      folderId: row.folderId,
    },
    understood: await understoodIn(row.id, factKeeper),
  };
}

/** Nothing of a state that the application did not write. */
async function understoodIn(conversationId: string, factKeeper: AgentRegistry["factKeeper"]) {
  if (!factKeeper) return [];
  const place = { conversationId, agentId: factKeeper.id };
  const stored = await readNewestState(place);
  const isOwn = stored && (await isOwnState({ ...stored, ...place }));
  return listUnderstood(factKeeper, isOwn ? stored.state : null);
}

/**
 * A shown message has the same messages before it as ever, so only what begins with it can have changed.
 * @returns where the browser's newest page begins, or else all that it has; null if another version is shown by now
 */
async function findFirstChanged(
  actor: Actor,
  conversationId: string,
  { from, tail }: KnownMessages,
  { revisions, contests }: Corrections,
): Promise<{ ordinal: number; hasOlder: boolean } | null> {
  const conversation = { id: conversationId, userId: actor.userId, deletedAt: null };
  const shown = await db().message.findMany({
    where: { id: { in: [from, tail] }, supersededAt: null, conversation },
    select: { id: true, ordinal: true, parentId: true },
  });
  // A corrected document stands where its first version stood, which may be before the newest page. So does a verdict.
  const isCorrected = revisions.length + contests.length > 0;
  const changed = isCorrected ? undefined : shown.find(({ id }) => id === tail);
  const first = changed ?? shown.find(({ id }) => id === from);
  return first ? { ordinal: first.ordinal, hasOlder: first.parentId !== null } : null;
}

/** What may stand at any message, however long ago it was written. */
type Corrections = { revisions: readonly FileRow[]; contests: readonly ContestedAnswer[] };

async function readCorrections(actor: Actor, conversationId: string): Promise<Corrections> {
  const [revisions, contests] = await Promise.all([
    readRevisions(conversationId),
    readContests(actor, { conversationId }),
  ]);
  return { revisions, contests };
}

/**
 * @param rows shown messages in order, without a gap
 * @param isNewest whether the last of them is the newest of the conversation
 * @param known absent where they were not read yet
 */
export async function toPublicMessages(
  actor: Actor,
  conversationId: string,
  rows: readonly (MessageRow & Place)[],
  isNewest: boolean,
  known?: Corrections,
): Promise<PublicMessage[]> {
  const [{ revisions, contests }, changeable, setAside, forgottenId] = await Promise.all([
    known ?? readCorrections(actor, conversationId),
    readChangeable(rows),
    readSetAside(conversationId),
    readForgotten(conversationId, rows),
  ]);
  const filesOf = newestVersions(revisions);
  const versionsOf = listVersions(rows, setAside);
  const contestOf = new Map(contests.map((one) => [one.answerMessageId, one.contest]));
  const last = isNewest ? rows.length - 1 : -1;
  return rows.map((message, index) => ({
    ...toPublicMessage(
      { ...message, attachments: filesOf(message.attachments) },
      index === last,
      changeable,
    ),
    versions: versionsOf(message),
    ...withContest(contestOf.get(message.id)),
    ...(message.id === forgottenId ? { forgotten: true as const } : {}),
  }));
}

const withContest = (contest: PublicContest | undefined) => (contest ? { contest } : {});

type Place = { id: string; parentId: string | null; branch: number };

/** The versions that are not shown. A continued answer is none: its text is part of the one that continues it. */
function readSetAside(conversationId: string): Promise<Place[]> {
  const where = { conversationId, supersededAt: { not: null }, continuedAt: null };
  return db().message.findMany({ where, select: PLACE });
}

/** @returns the ids of all versions of a message in order; empty where there is one only */
function listVersions(shown: readonly Place[], setAside: readonly Place[]) {
  const all = Map.groupBy([...shown, ...setAside], ({ parentId }) => parentId);
  return ({ parentId }: Place): string[] => {
    const versions = all.get(parentId) ?? [];
    if (versions.length < 2) return [];
    return versions.toSorted((one, other) => one.branch - other.branch).map(({ id }) => id);
  };
}

type FileRow = {
  id: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
  alt: string | null;
  /** The document that this one is a corrected version of. */
  revisesId: string | null;
};

/** Corrected documents of the messages that are shown, oldest first. */
function readRevisions(conversationId: string): Promise<FileRow[]> {
  return db().attachment.findMany({
    where: { revisesId: { not: null }, message: { conversationId, supersededAt: null } },
    orderBy: [{ message: { ordinal: "asc" } }, { createdAt: "asc" }, { id: "asc" }],
    select: FILE,
  });
}

/** @returns a message's files, each in its newest version on the path; a version stands in the place of its document */
function newestVersions(revisions: readonly FileRow[]) {
  const newest = new Map(revisions.map((file) => [file.revisesId, file]));
  return (files: readonly FileRow[]) =>
    files.filter((file) => !isRevision(file)).map((file) => newest.get(file.id) ?? file);
}

const isRevision = ({ revisesId }: FileRow) => revisesId !== null;

type MessageRow = {
  id: string;
  role: string;
  content: string;
  ending: string | null;
  reason: string | null;
  sources: unknown;
  createdAt: Date;
  attachments: FileRow[];
  runAnswered: { id: string } | null;
  approvals: { id: string; question: string; status: string }[];
  feedback: { verdict: string; words: string } | null;
};

/** The questions whose calls have arguments. Asks nothing where none waits. */
async function readChangeable(rows: readonly MessageRow[]): Promise<ReadonlySet<string>> {
  const waiting = rows.flatMap(({ approvals }) =>
    approvals.flatMap(({ id, status }) => (status === "pending" ? [id] : [])),
  );
  if (waiting.length === 0) return new Set();
  const asked = await kysely()
    .selectFrom("approval")
    .select(["id", "resume"])
    .where("id", "in", waiting)
    .execute();
  return new Set(asked.filter(({ resume }) => hasArguments(resume)).map(({ id }) => id));
}

function hasArguments(resume: unknown): boolean {
  const written = isRecord(resume) ? resume.arguments : null;
  const given = typeof written === "string" ? parseJson(written) : null;
  return isRecord(given) && Object.keys(given).length > 0;
}

function toPublicMessage(
  row: MessageRow,
  isLast: boolean,
  changeable: ReadonlySet<string>,
): Omit<PublicMessage, "versions"> {
  const ending = row.ending === null ? null : MessageEnd.parse(row.ending);
  // Decide by the message alone: its run may have ended between the two reads.
  const live = ending === null ? (row.runAnswered?.id ?? null) : null;
  return {
    id: row.id,
    role: row.role === "user" ? "user" : "assistant",
    content: row.content,
    ending,
    notice: row.reason === null ? null : personText(row.reason),
    liveRunId: live,
    canRetry: isLast && ending !== null && ending !== "complete",
    canContinue: isLast && ending !== null && isContinuable({ ...row, ending }),
    attachments: row.attachments.map((file) => ({
      id: file.id,
      name: file.name,
      mediaType: file.mediaType,
      sizeBytes: file.sizeBytes,
      ...(file.alt === null ? {} : { alt: file.alt }),
      ...(isRevision(file) ? { corrected: true as const } : {}),
    })),
    approvals: row.approvals.map((approval) => ({
      id: approval.id,
      question: plainQuestion(approval.question),
      status: PublicApproval.shape.status.parse(approval.status),
      ...(changeable.has(approval.id) ? { canChange: true as const } : {}),
    })),
    sources: readSources(row.sources),
    feedback: row.feedback && toFeedback(row.feedback),
    createdAt: row.createdAt.toISOString(),
  };
}

const toFeedback = ({ verdict, words }: { verdict: string; words: string }): AnswerFeedback => ({
  verdict: AnswerFeedback.shape.verdict.parse(verdict),
  words,
});
