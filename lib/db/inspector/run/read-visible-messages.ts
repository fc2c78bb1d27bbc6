import "server-only";
/** The conversation around a run, as its person sees it, with the run's own answer even where a retry hid it. */
import type {
  InspectedMessage,
  InspectedRun,
} from "../../../contracts/inspector/run/inspected-run.ts";
import { MessageEnd } from "../../../contracts/message-end.ts";
import { personText } from "../../../errors/person-text.ts";
import type { Prisma } from "../../generated/client.ts";
import type { InspectionTransaction } from "../audited-read.ts";

/** Messages shown before and after the run's own turn. */
const BEFORE_MAX = 60;
const AFTER_MAX = 20;

const MESSAGE = {
  id: true,
  role: true,
  content: true,
  ending: true,
  reason: true,
  supersededAt: true,
  createdAt: true,
  attachments: {
    select: { id: true, name: true, mediaType: true, sizeBytes: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  },
  runAnswered: { select: { id: true } },
} satisfies Prisma.MessageSelect;

type MessageRow = Prisma.MessageGetPayload<{ select: typeof MESSAGE }>;

export async function readVisibleMessages(
  transaction: InspectionTransaction,
  run: InspectedRun,
): Promise<{ messages: InspectedMessage[]; messageCount: number }> {
  const { userMessage, answerMessage } = await transaction.run.findUniqueOrThrow({
    where: { id: run.id },
    select: {
      userMessage: { select: { id: true } },
      answerMessage: { select: { id: true, ordinal: true } },
    },
  });
  const visible = {
    conversationId: run.conversation.id,
    OR: [{ supersededAt: null }, { id: answerMessage.id }],
  };
  const { ordinal } = answerMessage;
  const rows = await transaction.message.findMany({
    where: { ...visible, ordinal: { gte: ordinal - BEFORE_MAX, lte: ordinal + AFTER_MAX } },
    orderBy: { ordinal: "asc" },
    select: MESSAGE,
  });
  const own = new Set([userMessage.id, answerMessage.id]);
  const messageCount = await transaction.message.count({ where: visible });
  return { messages: rows.map((row) => toInspectedMessage(row, own)), messageCount };
}

function toInspectedMessage(row: MessageRow, own: ReadonlySet<string>): InspectedMessage {
  return {
    id: row.id,
    role: row.role === "user" ? "user" : "assistant",
    content: row.content,
    ending: row.ending === null ? null : MessageEnd.parse(row.ending),
    notice: row.reason === null ? null : personText(row.reason),
    createdAt: row.createdAt.toISOString(),
    attachments: row.attachments.map((file) => ({
      id: file.id,
      name: file.name,
      mediaType: file.mediaType,
      sizeBytes: file.sizeBytes,
    })),
    runId: row.runAnswered?.id ?? null,
    ofThisRun: own.has(row.id),
    superseded: row.supersededAt !== null,
  };
}
