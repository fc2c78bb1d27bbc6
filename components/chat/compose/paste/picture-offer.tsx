/** Offers to attach the pictures of a text that was pasted. Loaded once there are any. */
"use client";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";

export function PictureOffer({ onAttach }: { onAttach: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 px-3.5 text-xs text-soft">
      {text.pastedAsText()}
      <Button size="sm" onClick={onAttach}>
        {text.attachPicture()}
      </Button>
    </p>
  );
}
