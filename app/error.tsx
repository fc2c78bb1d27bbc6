"use client";
/** What a person sees when a page could not be made. Nothing internal is shown. */
import { BlankPage } from "@/components/ui/blank-page.tsx";
import { Button } from "@/components/ui/button.tsx";

export default function PageError({ reset }: { reset: () => void }) {
  return (
    <BlankPage title="Something went wrong on our side.">
      <Button look="primary" onClick={reset}>
        Try again
      </Button>
      <Button look="outline" onClick={() => window.location.assign("/")}>
        Go to your conversations
      </Button>
    </BlankPage>
  );
}
