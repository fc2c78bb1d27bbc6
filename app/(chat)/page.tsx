/** A new conversation. */
import { redirect } from "next/navigation";
import { ConversationPlace } from "@/components/chat/view/conversation-place.tsx";
import { getActor } from "@/lib/auth/get-actor.ts";
import { signInPath } from "@/lib/auth/return-path.ts";

export default async function NewConversationPage() {
  if (!(await getActor())) redirect(signInPath("/"));
  return <ConversationPlace seed={null} />;
}
