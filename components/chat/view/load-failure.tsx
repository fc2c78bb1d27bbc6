"use client";
/** A conversation that could not be read, and one that is not there. */
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { PlaceLink } from "../place-link.tsx";
import { ConversationHeader } from "./conversation-header.tsx";

type LoadFailureProps = { message: string; onRetry: () => void };

export function LoadFailure({ message, onRetry }: LoadFailureProps) {
  return (
    <div className="column flex-1 px-4 pt-8 md:px-6">
      <Notice
        role="alert"
        tone="danger"
        action={
          <Button look="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {message}
      </Notice>
    </div>
  );
}

/** Another person's conversation and one that never was read the same. */
export function NotHere() {
  return (
    <>
      <ConversationHeader title="Not here" />
      <div className="grid flex-1 place-content-center gap-3 p-6 text-center">
        <p className="text-lg font-[560] tracking-[-0.012em]">
          This is not here, or it is not yours.
        </p>
        <PlaceLink href="/" className="text-accent underline underline-offset-4">
          Start a new conversation
        </PlaceLink>
      </div>
    </>
  );
}
