"use client";
/** The upper end of what is loaded. Older messages are read before the person reaches it. */
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";

type OlderMessagesProps = {
  /** Changes when messages have come in above. */
  firstId: string | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  findLog: () => HTMLElement | null;
  onWanted: () => void;
};

/** How near to the upper end the next page is read, in heights of the log. */
const EARLY_PERCENT = 300;

export function OlderMessages(props: OlderMessagesProps) {
  const { firstId, isLoading, hasFailed, findLog, onWanted } = props;
  const place = useRef<HTMLDivElement>(null);
  const isReady = !isLoading && !hasFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a page was not enough, the next one is wanted
  useEffect(() => {
    const { current } = place;
    if (!current || !isReady) return undefined;
    const onEntries = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) onWanted();
    };
    const observer = new IntersectionObserver(onEntries, {
      root: findLog(),
      rootMargin: `${EARLY_PERCENT}% 0px 0px`,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [firstId, isReady, findLog, onWanted]);
  return (
    <div ref={place} className="flex h-12 items-center justify-center gap-3 text-xs text-faint">
      {hasFailed && <span role="alert">{text.olderUnreachable()}</span>}
      <Button
        look="outline"
        size="sm"
        aria-disabled={isLoading}
        onClick={() => !isLoading && onWanted()}
      >
        {isLoading ? text.loadingOlder() : text.showOlder()}
      </Button>
    </div>
  );
}
