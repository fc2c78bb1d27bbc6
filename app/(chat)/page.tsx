/** The page of a new conversation. */
import { redirect } from "next/navigation";
import { ConversationPlace } from "@/components/chat/view/conversation-place.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";

export default async function NewConversationPage() {
  if (!(await getActor())) redirect(signInPath("/"));
  return <ConversationPlace seed={null} />;
}
