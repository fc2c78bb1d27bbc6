/** The page for an unexpected error. Nothing internal is shown. */
"use client";
import { BlankPage } from "@/components/ui/blank-page.tsx";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/app.ts";

export default function PageError({ reset }: { reset: () => void }) {
  return (
    <BlankPage title={text.serverFault()}>
      <Button look="primary" onClick={reset}>
        {text.tryAgain()}
      </Button>
      <Button look="outline" onClick={() => window.location.assign("/")}>
        {text.goHome()}
      </Button>
    </BlankPage>
  );
}
