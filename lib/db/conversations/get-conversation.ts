import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
/** One conversation as its person may see it, built field by field. */
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import {
  type ConversationDetail,
  PublicApproval,
  type PublicMessage,
} from "../../contracts/public/conversation.ts";
import { isContinuable } from "../../contracts/public/is-continuable.ts";
import { MessageEnd } from "../../contracts/public/message-end.ts";
import { readSources } from "../../contracts/public/sources/read-sources.ts";
import { AppError } from "../../errors/app-error.ts";
import { personText } from "../../errors/person-text.ts";
import { db } from "../client.ts";
import type { Prisma } from "../generated/client.ts";
import { listUnderstood } from "../memory/list-understood.ts";

const PLACE = { id: true, parentId: true, branch: true } satisfies Prisma.MessageSelect;

const MESSAGE = {
  ...PLACE,
  role: true,
  content: true,
  ending: true,
  reason: true,
  sources: true,
  createdAt: true,
  attachments: {
    select: { id: true, name: true, mediaType: true, sizeBytes: true, alt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  },
  runAnswered: { select: { id: true } },
  approvals: { select: { id: true, question: true, status: true }, orderBy: { createdAt: "asc" } },
} satisfies Prisma.MessageSelect;

/** @throws AppError `not-found` if there is no such conversation or it is another person's */
export async function getConversation(
  actor: Actor,
  conversationId: string,
  { factKeeper }: Pick<AgentRegistry, "factKeeper"> = REGISTRY,
): Promise<ConversationDetail> {
  assertCan(actor, "chat:use");
  const row = await db().conversation.findFirst({
    where: { id: conversationId, userId: actor.userId, deletedAt: null },
    select: {
      id: true,
      title: true,
      updatedAt: true,
      hiddenStates: {
        where: {
          agentId: factKeeper?.id ?? "",
          quarantinedAt: null,
          message: { supersededAt: null },
        },
        orderBy: { version: "desc" },
        take: 1,
        select: { state: true },
      },
      messages: { where: { supersededAt: null }, orderBy: { ordinal: "asc" }, select: MESSAGE },
    },
  });
  if (!row) throw new AppError("not-found");
  const versionsOf = listVersions(row.messages, await readSetAside(conversationId));
  const last = row.messages.length - 1;
  return {
    conversation: { id: row.id, title: row.title, updatedAt: row.updatedAt.toISOString() },
    messages: row.messages.map((message, index) => ({
      ...toPublicMessage(message, index === last),
      versions: versionsOf(message),
    })),
    understood: listUnderstood(factKeeper, row.hiddenStates[0]?.state),
  };
}

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

type MessageRow = {
  id: string;
  role: string;
  content: string;
  ending: string | null;
  reason: string | null;
  sources: unknown;
  createdAt: Date;
  attachments: {
    id: string;
    name: string;
    mediaType: string;
    sizeBytes: number;
    alt: string | null;
  }[];
  runAnswered: { id: string } | null;
  approvals: { id: string; question: string; status: string }[];
};

function toPublicMessage(row: MessageRow, isLast: boolean): Omit<PublicMessage, "versions"> {
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
    })),
    approvals: row.approvals.map((approval) => ({
      id: approval.id,
      question: approval.question,
      status: PublicApproval.shape.status.parse(approval.status),
    })),
    sources: readSources(row.sources),
    createdAt: row.createdAt.toISOString(),
  };
}
