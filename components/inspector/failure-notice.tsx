/** Says why something could not be read, with a button to try again. */
"use client";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Notice } from "@/components/ui/notice.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { describeFailure } from "./fetch-inspected.ts";

type FailureNoticeProps = {
  error: unknown;
  onRetry: () => void;
  /** True where older content stays on the page. */
  stale?: boolean;
  className?: string;
};

export function FailureNotice({ error, onRetry, stale = false, className }: FailureNoticeProps) {
  return (
    <Notice
      tone={stale ? "warn" : "danger"}
      role={stale ? "status" : "alert"}
      className={cn("max-w-xl", className)}
      action={
        <Button look="outline" size="sm" onClick={onRetry}>
          {text.tryAgain()}
        </Button>
      }
    >
      {describeFailure(error)}
      {stale && ` ${text.shownContentIsOld()}`}
    </Notice>
  );
}
