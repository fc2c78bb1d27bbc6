/** The page of a new conversation. */
import { redirect } from "next/navigation";
import { NewConversation } from "@/components/chat/view/place/new-conversation.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";

export default async function NewConversationPage() {
  if (!(await getActor())) redirect(signInPath("/"));
  return <NewConversation />;
}
