/** Left of a case: the conversation up to its answer, as the person saw it. */
"use client";
import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn.ts";
import { SeenConversation } from "@/lib/contracts/inspector/review/case-desk.ts";
import * as conversationText from "@/lib/messages/inspector-conversation.ts";
import * as text from "@/lib/messages/review-desk.ts";
import { useInspected } from "../fetch-inspected.ts";
import { PanelContent, PanelLoading, SCROLL_PANE } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { formatCount } from "../values/format-figures.ts";

const SeenMessages = lazy(async () => ({
  default: (await import("./seen-messages.tsx")).SeenMessages,
}));

export function SeenPane({ runId, className }: { runId: string; className: string }) {
  const pane = useRef<HTMLElement>(null);
  const query = useInspected(
    inspectorKeys.seen(runId),
    SeenConversation,
    `/api/admin/review/${runId}/seen`,
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  return (
    <section
      id="conversation"
      ref={pane}
      aria-label={conversationText.whatThePersonSees()}
      {...SCROLL_PANE}
      className={cn(
        "relative min-h-0 min-w-0 focus-visible:-outline-offset-2 lg:overflow-y-auto",
        className,
      )}
    >
      <header className="sticky top-9 z-10 flex h-9 items-center border-b bg-canvas px-4 text-xs lg:top-0 lg:px-6">
        <h2 className="font-medium text-soft">{conversationText.whatThePersonSees()}</h2>
      </header>
      <PanelContent query={query}>
        {({ messages, earlier }) => (
          <Suspense fallback={<PanelLoading className="lg:px-6" />}>
            {earlier > 0 && (
              <p className="px-4 pt-3 text-xs text-faint lg:px-6">
                {text.earlierLeftOut({ count: earlier, number: formatCount(earlier) })}
              </p>
            )}
            <SeenMessages runId={runId} messages={messages} />
            <TurnInView pane={pane} />
          </Suspense>
        )}
      </PanelContent>
    </section>
  );
}

/** Scrolls to the turn of the case once, when it is there. */
function TurnInView({ pane }: { pane: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const turn = pane.current?.querySelector<HTMLElement>("[data-turn]");
    if (!pane.current || !turn) return;
    if (turn.offsetTop > pane.current.clientHeight / 2)
      pane.current.scrollTop = turn.offsetTop - 56;
  }, [pane]);
  return null;
}
