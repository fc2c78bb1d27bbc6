/**
 * The messages in order. It stays at the newest line until the person scrolls away. Older ones come in above as they are
 * needed, and what is far from the screen takes little.
 */
"use client";
import { ArrowDown } from "lucide-react";
import {
  type ComponentProps,
  Fragment,
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStickToBottom } from "use-stick-to-bottom";
import { useSeenCopy } from "@/components/ui/copied/use-seen-copy.ts";
import { STARTS_AT_END, takeEarlyScroll } from "@/components/ui/head-script.ts";
import { lazyInHtml } from "@/components/ui/hydration.ts";
import { OPENS_FOLD } from "@/components/ui/markdown/use-fold.ts";
import type { PublicFact, PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { Outgoing } from "../data/conversation-cache.ts";
import { useOlderMessages } from "../data/use-older-messages.ts";
import { useLeadToMessage } from "../find/lead-to-message.ts";
import type { FoundIn } from "../find/use-found-places.ts";
import { useCommand } from "../palette/use-command.ts";
import { leaveEndOnScroll, stayAtEnd } from "./log/keep-place.tsx";
import { MessageList, type MessageListProps } from "./log/message-list.tsx";
import { useReach } from "./log/use-reach.ts";
import { StatusLine } from "./status-line.tsx";
import { PendingQuestion } from "./user-message.tsx";

type MessageLogProps = Pick<
  MessageListProps,
  | "conversationId"
  | "messages"
  | "hasOlder"
  | "isReplacing"
  | "onRetry"
  | "onContinue"
  | "onDecide"
  | "onEdit"
  | "onChoose"
> & {
  pending: Outgoing | null;
  liveRunId: string | null;
  isStopping: boolean;
  facts: readonly PublicFact[];
};

export function MessageLog(props: MessageLogProps) {
  const { conversationId, messages, pending, liveRunId, facts } = props;
  const { scrollRef, contentRef, scrollToBottom, stopScroll, isAtBottom } = useScroll();
  const isBusy = liveRunId !== null || pending !== null;
  useKeptFocus(messages, isBusy);
  const pendingId = pending?.clientMessageId;
  useEffect(() => {
    if (pendingId) void scrollToBottom("instant");
  }, [pendingId, scrollToBottom]);
  const findLog = useCallback(() => scrollRef.current, [scrollRef]);
  useEffect(() => (scrollRef.current ? keepPlace(scrollRef.current) : undefined), [scrollRef]);
  useSeenCopy(contentRef);
  const older = useOlderMessages(conversationId);
  const { reach, wantedId } = useReach({ findLog, load: older.reach, stopScroll });
  useLeadToMessage(conversationId, reach);

  return (
    <div className="relative min-h-0 flex-1">
      <FindHost
        conversationId={conversationId}
        version={`${messages.at(-1)?.id} ${messages.at(-1)?.ending}`}
        reach={reach}
      />
      <div
        ref={scrollRef}
        role="log"
        aria-label={text.conversation()}
        aria-live="off"
        {...SCROLLS}
        className="h-full overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div ref={contentRef} className="column px-4 pt-8 pb-6 md:px-6">
          <MessageList
            {...props}
            older={older}
            wantedId={wantedId}
            isBusy={isBusy}
            findLog={findLog}
          />
          {pending && (
            <Fragment key={pending.clientMessageId}>
              <PendingQuestion text={pending.text} attachments={pending.attachments} />
              <article aria-label={text.assistant()} aria-busy="true" className="message-answer" />
            </Fragment>
          )}
          <StatusLine
            runId={liveRunId}
            textSoFar={messages.at(-1)?.content ?? ""}
            sentAt={pending?.sentAt ?? null}
            isStopping={props.isStopping}
            ending={messages.at(-1)?.ending ?? null}
            asksSince={asksSinceOf(messages.at(-1))}
          />
          {facts.length > 0 && <Understood conversationId={conversationId} facts={facts} />}
        </div>
      </div>
      {!isAtBottom && <NewestButton onPress={() => void scrollToBottom("smooth")} />}
    </div>
  );
}

/** Most browsers do it themselves. @returns the function that ends it */
function keepPlace(log: HTMLElement): (() => void) | undefined {
  if (getComputedStyle(log).getPropertyValue("overflow-anchor") === "auto") return undefined;
  let end: (() => void) | null = () => undefined;
  void import("./log/keep-place-on-resize.ts").then(({ keepPlaceOnResize }) => {
    if (end) end = keepPlaceOnResize(log);
  });
  return () => {
    end?.();
    end = null;
  };
}

function useScroll() {
  const scroll = useStickToBottom({ initial: "instant", resize: "instant" });
  const { scrollRef, contentRef, state, stopScroll } = scroll;
  // Before the browser can bring a scroll that neither the script in the head nor this would see.
  useLayoutEffect(() => {
    const [log, content] = [scrollRef.current, contentRef.current];
    if (!log || !content) return;
    if (takeEarlyScroll(log)) stopScroll();
    const isAtEnd = () => state.isAtBottom && !state.escapedFromLock;
    const ends = [
      stayAtEnd(log, content, isAtEnd),
      leaveEndOnScroll(log, () => isAtEnd() && stopScroll()),
    ];
    log.addEventListener(OPENS_FOLD, stopScroll);
    return () => {
      for (const end of ends) end();
      log.removeEventListener(OPENS_FOLD, stopScroll);
    };
  }, [scrollRef, contentRef, state, stopScroll]);
  return scroll;
}

function asksSinceOf(newest: PublicMessage | undefined): string | null {
  const asks = newest?.approvals.some(({ status }) => status === "pending") ?? false;
  return asks ? (newest?.createdAt ?? null) : null;
}

function NewestButton({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className="newest settle">
      <ArrowDown className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
      {text.newest()}
    </button>
  );
}

/** Focusable, so that the keyboard can scroll it. */
const SCROLLS = { tabIndex: 0, ...STARTS_AT_END } as const;

/** Few conversations have facts. Memoised, because a render while its script loads would empty the boundary. */
const Understood = memo(function Understood(props: ComponentProps<typeof UnderstoodCard>) {
  return (
    <Suspense fallback={null}>
      <UnderstoodCard {...props} />
    </Suspense>
  );
});

const UnderstoodCard = lazyInHtml(async () => ({
  default: (await import("./understood-card.tsx")).UnderstoodCard,
}));

const FindBar = lazy(() => import("../find/find-bar.tsx"));

/** Offers to find something in the conversation. The bar is loaded when it is first opened. */
function FindHost(props: FoundIn) {
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useCommand("find-here", () => {
    setOpen(true);
    setOpened((times) => times + 1);
  });
  if (!isOpen) return null;
  return (
    <Suspense fallback={<span data-opening="" hidden />}>
      <FindBar {...props} opened={opened} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

/** What distinguishes a control among those of its message. */
const KINDS = ["data-step", "data-copy", "data-again", "data-edit", "data-thumb"] as const;

/** `beforeId`: of the message before it, which stays where another version takes its place. */
type Held = {
  element: Element;
  id: string | null;
  beforeId: string | null;
  control: string | null;
};

/**
 * Keeps the focus where a control disappears with its message: when another version takes its place, its own control of
 * the same kind gets it, or else the message itself. Where nothing of that is left, the composer.
 */
function useKeptFocus(messages: readonly PublicMessage[], isBusy: boolean): void {
  const held = useRef<Held | null>(null);
  const shown = useRef(messages);
  useEffect(() => {
    const hold = ({ target }: Event) => {
      if (!(target instanceof Element) || target === document.body) return;
      const article = target.closest<HTMLElement>("[data-message]");
      const index = shown.current.findIndex(({ id }) => id === article?.dataset.message);
      const [id = null, beforeId = null] = [shown.current[index]?.id, shown.current[index - 1]?.id];
      held.current = { element: target, id, beforeId, control: controlOf(target) };
    };
    document.addEventListener("focusin", hold);
    document.addEventListener("pointerdown", hold);
    return () => {
      document.removeEventListener("focusin", hold);
      document.removeEventListener("pointerdown", hold);
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = held;
    // Before the focus moves, which is held in turn.
    shown.current = messages;
    if (current !== null && !current.element.isConnected && isUnfocused()) place(current, messages);
    // The end of an answer takes controls away, too.
    void isBusy;
  }, [messages, isBusy]);
}

function isUnfocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function place({ id, beforeId, control }: Held, messages: readonly PublicMessage[]): void {
  const after = messages.findIndex((one) => one.id === beforeId) + 1;
  const message =
    id === null
      ? undefined
      : (messages.find((one) => one.id === id) ?? messages[after] ?? messages.at(-1));
  const article =
    message && document.querySelector<HTMLElement>(`[data-message="${CSS.escape(message.id)}"]`);
  if (!article) {
    focusComposer();
    return;
  }
  const same = control === null ? null : article.querySelector<HTMLElement>(control);
  (same ?? article).focus({ preventScroll: true });
}

/** Not where focus would open a keyboard over the page. */
function focusComposer(): void {
  if (!window.matchMedia("(pointer: fine)").matches) return;
  document.querySelector<HTMLTextAreaElement>("textarea[name=message]")?.focus();
}

function controlOf(target: Element): string | null {
  const control = target.closest("button, a");
  const kind = KINDS.find((name) => control?.hasAttribute(name));
  return kind ? `[${kind}="${CSS.escape(control?.getAttribute(kind) ?? "")}"]` : null;
}
