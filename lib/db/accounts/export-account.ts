/**
 * Everything of a person's own to take away: account, sign-ins, who looked, settings, feedback, conversations as they saw
 * them, files. Nothing of what is hidden from them. A new part is one line of `PARTS`.
 */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { shareSteps } from "../../gate/shared-work.ts";
import { readAttachment } from "../attachments/read-attachment.ts";
import { db } from "../client.ts";
import { exportConversations, writeConversations } from "../conversations/export-conversations.ts";
import { SIGN_INS_EXPORTED_MAX } from "../limits.ts";
import { listLooks } from "../looks/list-looks.ts";
import { readContests } from "../review/read-contests.ts";
import { readPreferences } from "./preferences.ts";

export type ExportedFile = {
  path: string;
  /** Text is worth compressing; files mostly are already. */
  isText: boolean;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Small parts, each one file of JSON. */
const PARTS: Record<string, (actor: Actor) => Promise<unknown>> = {
  "account.json": readAccount,
  "devices.json": readDevices,
  "sign-ins.json": readSignIns,
  "who-looked.json": readLooks,
  "settings.json": readSettings,
  "feedback.json": readFeedback,
  "contested.json": readContested,
};

/**
 * One after the other, so that no more than one file is in memory.
 * @throws AppError `too-much-at-once` before the first
 */
export function exportAccount(actor: Actor): AsyncGenerator<ExportedFile, void> {
  assertCan(actor, "chat:use");
  return shareSteps("export", { person: actor.userId }, readFiles(actor));
}

/** Conversations take places of their own: they are read while nothing else is. */
async function* readFiles(actor: Actor): AsyncGenerator<ExportedFile, void> {
  for (const [path, read] of Object.entries(PARTS))
    yield {
      path,
      isText: true,
      pieces: [encode(`${JSON.stringify(await read(actor), null, 2)}\n`)],
    };
  for (const [form, ending] of [["json", "json"] as const, ["markdown", "md"] as const]) {
    const text = writeConversations(exportConversations(actor), form);
    yield { path: `conversations.${ending}`, isText: true, pieces: encoded(text) };
  }
  const files = await db().attachment.findMany({
    where: { ownerId: actor.userId },
    select: { id: true },
    orderBy: { createdAt: "asc" },
  });
  for (const { id } of files) {
    const { name, data } = await readAttachment(actor, id);
    const path = `files/${id.slice(0, 8)}-${name.replaceAll(/[/\\]/g, "_")}`;
    yield { path, isText: false, pieces: [data] };
  }
}

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield encode(piece);
}

function readAccount({ userId }: Actor) {
  return db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, email: true, emailVerified: true, role: true, createdAt: true },
  });
}

function readDevices({ userId }: Actor) {
  return db().session.findMany({
    where: { userId },
    select: { userAgent: true, ipAddress: true, createdAt: true, expiresAt: true },
    orderBy: { createdAt: "desc" },
  });
}

/** From the trail: signed in and out, refused, password and address changed. */
async function readSignIns({ userId }: Actor) {
  const rows = await db().auditEvent.findMany({
    where: {
      subjectId: userId,
      OR: [{ action: { startsWith: "person.sign" } }, { action: { startsWith: "account." } }],
    },
    select: { at: true, action: true },
    orderBy: { at: "desc" },
    take: SIGN_INS_EXPORTED_MAX,
  });
  return rows.map(({ at, action }) => ({ at, what: action }));
}

async function readSettings(actor: Actor) {
  const { instructions, model, look } = await readPreferences(actor);
  return { instructions, model, look };
}

/** Thumbs, and the words why. */
function readFeedback({ userId }: Actor) {
  return db().feedback.findMany({
    where: { conversation: { userId, expiresAt: null } },
    select: { conversationId: true, verdict: true, words: true, updatedAt: true },
    orderBy: { updatedAt: "asc" },
  });
}

/** Contested answers, and what came of them. */
async function readContested(actor: Actor) {
  const contested = await readContests(actor, "all");
  return contested.map(({ contest, words, appeal, conversation }) => ({
    conversation: conversation.title,
    reference: contest.reference,
    what: contest.what,
    words,
    appeal,
    at: contest.at,
    verdict: contest.verdict,
  }));
}

async function readLooks(actor: Actor) {
  const looks = await listLooks(actor);
  return looks.map(({ at, by, what, confirmedBy, reason, conversation }) => ({
    at,
    by: by?.name ?? null,
    ...(confirmedBy && { confirmedBy: confirmedBy.name }),
    what,
    reason,
    conversation: conversation?.title ?? null,
  }));
}
