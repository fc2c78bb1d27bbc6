/** A person's conversations as they saw them, to take away: visible turns of the branch that is shown, and nothing else. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { PublicMessage } from "../../contracts/public/conversation.ts";
import type { PublicContest } from "../../contracts/public/review/contest.ts";
import type { PublicSource } from "../../contracts/public/sources/public-source.ts";
import { AppError } from "../../errors/app-error.ts";
import { shareSteps, shareWork } from "../../gate/shared-work.ts";
import * as text from "../../messages/export.ts";
import * as reviewText from "../../messages/review.ts";
import { db } from "../client.ts";
import { getConversation } from "./get-conversation.ts";
import { type ListPart, listConversations } from "./list-conversations.ts";

type Verdict = NonNullable<PublicContest["verdict"]>;

export type ExportedConversation = {
  title: string;
  /** The name of its folder; null for none. */
  folder: string | null;
  updatedAt: string;
  messages: {
    by: "person" | "assistant";
    at: string;
    text: string;
    /** How an answer ended; null for a question, and for an answer that is being written. */
    ending: PublicMessage["ending"];
    files: string[];
    sources: PublicMessage["sources"];
    /** Of an answer that was contested and judged; absent of others. */
    verdict?: Verdict;
  }[];
};

/** @throws AppError `not-found` if there is no such conversation or it is another person's; `too-much-at-once` */
export function exportConversation(
  actor: Actor,
  conversationId: string,
): Promise<ExportedConversation> {
  return shareWork("export", { person: actor.userId }, () =>
    readConversation(actor, conversationId),
  );
}

async function readConversation(
  actor: Actor,
  conversationId: string,
): Promise<ExportedConversation> {
  const [{ conversation, messages }, folder] = await Promise.all([
    getConversation(actor, conversationId, { isLasting: true }),
    db().folder.findFirst({
      where: { userId: actor.userId, conversations: { some: { id: conversationId } } },
      select: { name: true },
    }),
  ]);
  return {
    title: conversation.title,
    folder: folder?.name ?? null,
    updatedAt: conversation.updatedAt,
    messages: messages.map((message) => ({
      by: message.role === "user" ? "person" : "assistant",
      at: message.createdAt,
      text: message.content,
      ending: message.ending,
      files: message.attachments.map(({ name }) => name),
      sources: message.sources,
      ...(message.contest?.verdict && { verdict: message.contest.verdict }),
    })),
  };
}

/**
 * All lasting ones, one after the other, so that the largest account takes no more memory than one conversation: those
 * in no folder, those of each folder, those of the archive.
 * @throws AppError `too-much-at-once` before the first
 */
export function exportConversations(actor: Actor): AsyncGenerator<ExportedConversation, void> {
  return shareSteps("export", { person: actor.userId }, readConversations(actor));
}

async function* readConversations(actor: Actor): AsyncGenerator<ExportedConversation, void> {
  const { folders } = await listConversations(actor);
  const parts: ListPart[] = [{}, ...folders.map(({ id: folderId }) => ({ folderId }))];
  for (const scope of [...parts, { isArchived: true }]) {
    let after: string | null = null;
    do {
      const part = await listConversations(actor, { ...scope, after });
      for (const { id } of part.conversations) {
        const exported = await unlessGone(readConversation(actor, id));
        if (exported) yield exported;
      }
      after = part.next;
    } while (after !== null);
  }
}

/** What was deleted since the list was read is left out; the rest goes on. */
async function unlessGone(
  reading: Promise<ExportedConversation>,
): Promise<ExportedConversation | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}

/**
 * Those that the person has selected, in that order. Checked before the first is read, so that a refusal is an answer.
 * @throws AppError `not-found` if one of them does not exist or is another person's; before the first step
 *   `too-much-at-once`
 */
export async function exportSelected(
  actor: Actor,
  conversationIds: readonly string[],
): Promise<AsyncIterable<ExportedConversation>> {
  const ids = [...new Set(conversationIds)];
  const where = { id: { in: ids }, userId: actor.userId, deletedAt: null, expiresAt: null };
  if ((await db().conversation.count({ where })) < ids.length) throw new AppError("not-found");
  async function* readSelected() {
    for (const id of ids) {
      const exported = await unlessGone(readConversation(actor, id));
      if (exported) yield exported;
    }
  }
  return shareSteps("export", { person: actor.userId }, readSelected());
}

// Exported conversations as files: Markdown to read, JSON to work with. Pure.

export type ExportForm = "markdown" | "json";

export function writeConversation(conversation: ExportedConversation, form: ExportForm): string {
  return form === "json" ? `${JSON.stringify(conversation, null, 2)}\n` : toMarkdown(conversation);
}

/** The pieces of one file with many conversations, in order. The first conversation is read before the first piece. */
export async function* writeConversations(
  conversations: AsyncIterable<ExportedConversation>,
  form: ExportForm,
): AsyncGenerator<string, void> {
  const [opening, between, end] = form === "json" ? ["[\n", ",\n", "]\n"] : ["", "\n---\n\n", ""];
  let before = opening;
  for await (const conversation of conversations) {
    yield `${before}${writeConversation(conversation, form).trimEnd()}\n`;
    before = between;
  }
  const rest = `${before === opening ? opening : ""}${end}`;
  if (rest !== "") yield rest;
}

function toMarkdown({ title, messages }: ExportedConversation): string {
  const turns = messages.map(({ by, at, text: said, files, sources, verdict }) => {
    const who = by === "person" ? text.you() : text.assistant();
    const parts = [
      `## ${who}, ${at.slice(0, 16).replace("T", " ")} UTC`,
      verdict ? markOf(verdict) : "",
      said.trim(),
      files.map((name) => `- ${text.file({ name })}`).join("\n"),
      sources.map((source) => `- [${source.number}] ${nameOf(source)}`).join("\n"),
    ];
    return parts.filter((part) => part !== "").join("\n\n");
  });
  return `${[`# ${title}`, ...turns].join("\n\n")}\n`;
}

/** Before the answer, so that nobody reads a wrong one first. */
function markOf(verdict: Verdict): string {
  const words = verdict.words.split("\n").filter((line) => line !== "");
  const lines = [reviewText.verdictSays(verdict), ...words];
  return lines.map((line) => `> ${line}`).join("\n");
}

function nameOf(source: PublicSource): string {
  if (source.kind === "page") return [source.title, source.address].filter(Boolean).join(", ");
  return source.kind === "document" ? source.name : (source.label ?? source.what);
}
