/** The page of one conversation, rendered with its messages. */
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { parseId } from "@/app/parse-id.ts";
import { OpenedConversation } from "@/components/chat/view/place/opened-conversation.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import type { ConversationDetail } from "@/lib/contracts/public/conversation.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import * as text from "@/lib/messages/chat.ts";
import { showConversation } from "@/lib/runs/show-conversation.ts";

type Props = { params: Promise<{ conversationId: string }> };

/** Cached per request: the title and the page both need it. */
const readMine = cache(async (conversationId: string): Promise<ConversationDetail | null> => {
  const actor = await getActor();
  if (!actor) redirect(signInPath(`/c/${conversationId}`));
  try {
    return await showConversation(actor, parseId(conversationId));
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 404) return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const detail = await readMine((await params).conversationId);
  return { title: detail?.conversation.title ?? text.notFound() };
}

export default async function ConversationPage({ params }: Props) {
  const detail = await readMine((await params).conversationId);
  if (!detail) notFound();
  return <OpenedConversation seed={detail} />;
}
