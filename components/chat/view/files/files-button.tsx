/** The button in a conversation's header that lists its files. */
import { Files } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import * as text from "@/lib/messages/files.ts";

const ConversationFiles = lazyOverlay(() => import("./conversation-files.tsx"));

export function FilesButton({ conversationId }: { conversationId: string }) {
  const trigger = (
    <IconButton aria-label={text.conversationFiles()}>
      <Files className="size-4.5" strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  );
  return (
    <LateOverlay trigger={trigger}>
      <ConversationFiles trigger={trigger} conversationId={conversationId} />
    </LateOverlay>
  );
}
