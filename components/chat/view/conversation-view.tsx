/** One conversation: its messages, its status, and the composer. */
"use client";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type {
  ConversationDetail,
  PublicFact,
  PublicMessage,
} from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import * as temporaryText from "@/lib/messages/temporary.ts";
import { DocumentPlace } from "../brief/document-place.tsx";
import { BudgetNotice } from "../compose/budget-notice.tsx";
import { Composer, type ComposerHandle, Problem } from "../compose/composer.tsx";
import { DropZone } from "../compose/drop-zone.tsx";
import type { Send, SendOutcome } from "../compose/use-draft.ts";
import { WaitingMessages } from "../compose/waiting-messages.tsx";
import type { Outgoing } from "../data/conversation-cache.ts";
import { RequestFailed } from "../data/get-json.ts";
import { useConversationDetail } from "../data/queries.ts";
import { type OnDecide, useTurns } from "../data/use-turns.ts";
import { useWaitingMessages } from "../data/use-waiting-messages.ts";
import { MessageKeys } from "../message-keys.tsx";
import { useStopKey } from "../run/use-stop-key.ts";
import { noteSignedOut, useSession } from "../session/session-state.ts";
import { ShareButton } from "../share/share-button.tsx";
import { TemporaryBanner, TemporaryToggle } from "../temporary-banner.tsx";
import { useTemporary } from "../use-temporary.ts";
import { ConversationHeader } from "./conversation-header.tsx";
import { ConversationNotFound } from "./conversation-not-found.tsx";
import { FilesButton } from "./files/files-button.tsx";
import { HeaderMenu, useTitleField } from "./header-menu.tsx";
import { usePart } from "./place/late-parts.ts";
import type { UserMessageProps } from "./user-message.tsx";

type ConversationViewProps = {
  /** Null for a conversation that does not exist yet. */
  conversationId: string | null;
  seed: ConversationDetail | null;
  onStarted: (conversationId: string) => void;
};

const NONE: readonly PublicMessage[] = [];
const NO_FACTS: readonly PublicFact[] = [];

export function ConversationView({ conversationId, seed, onStarted }: ConversationViewProps) {
  const composer = useRef<ComposerHandle>(null);
  const { data, error, refetch } = useConversationDetail(conversationId, seed);
  const temporary = useTemporary(conversationId, data?.isTemporary ?? false);
  const turns = useTurns(conversationId, onStarted, temporary.isChosen);
  const messages = data?.messages ?? NONE;
  const liveRunId = messages.at(-1)?.liveRunId ?? null;
  const { pending } = turns;
  const isLive = liveRunId !== null || pending !== null;
  const isAsking = asks(messages.at(-1));
  const queue = useWaitingMessages({
    conversationId,
    isBusy: isLive || isAsking,
    send: turns.send,
  });
  const sendOrWait = useSendOrWait(turns.send, queue, isLive);
  const isStopping = turns.isStopping(liveRunId);
  useStopKey(isLive && !isStopping ? () => turns.stop(liveRunId) : null);
  const steady = useSteady(turns);
  const isLoading = conversationId !== null && !data && pending === null;
  const isEmpty = messages.length === 0 && pending === null;
  const isShown = !isLoading && !isEmpty;
  const say = (said: string) => composer.current?.sendText(said);
  const Log = usePart("log", isShown);
  if (error instanceof RequestFailed && error.code === "not-found") return <ConversationNotFound />;
  return (
    <div className="flex min-h-0 flex-1">
      <DropZone onFiles={(files) => composer.current?.addFiles(files)}>
        <Head
          isNew={conversationId === null}
          detail={data}
          pending={pending}
          temporary={temporary}
        />
        {isLoading && <Unread error={error} onRetry={() => void refetch()} />}
        {isShown && !Log && <ConversationSkeleton />}
        <Introduction isShown={!isLoading && isEmpty} onPick={say} />
        {isShown && Log && (
          <Log
            conversationId={conversationId ?? ""}
            messages={messages}
            hasOlder={data?.hasOlder ?? false}
            pending={pending}
            liveRunId={liveRunId}
            isStopping={isStopping}
            isReplacing={turns.isReplacing}
            facts={data?.understood ?? NO_FACTS}
            {...steady}
          />
        )}
        <div className="px-4 pb-3 md:px-6 md:pb-5">
          <div className="mx-auto max-w-(--column)">
            <Problem message={turns.problem} />
            <BudgetNotice notice={turns.problem === null ? turns.notice : null} />
            <Queue queue={queue} held={{ isLive, isAsking }} composer={composer} />
          </div>
          <Composer
            ref={composer}
            conversationId={conversationId}
            isLive={isLive}
            isStopping={isStopping}
            onSend={sendOrWait}
            onStop={() => turns.stop(liveRunId)}
          />
        </div>
      </DropZone>
      {conversationId !== null && (
        <DocumentPlace
          conversationId={conversationId}
          messages={messages}
          isBusy={isLive}
          onSay={say}
        />
      )}
      <MessageKeys />
    </div>
  );
}

type IntroductionProps = { isShown: boolean; onPick: (said: string) => void };

/** Where it is not loaded yet, its place is kept. */
function Introduction({ isShown, onPick }: IntroductionProps) {
  const Empty = usePart("introduction", isShown);
  if (!isShown) return null;
  return Empty ? <Empty onPick={onPick} /> : <div className="flex-1" />;
}

type Waiting = ReturnType<typeof useWaitingMessages>;

/** A decision on a question is sent at once, as is what the person writes instead. */
function useSendOrWait(send: Send, queue: Waiting, isLive: boolean): Send {
  const { isOut } = useSession();
  const mustWait = isLive || isOut || !queue.isOnline;
  return async (message) => {
    const outcome = mustWait ? null : await send(message);
    if (outcome !== null && !isSignedOut(outcome)) return outcome;
    if (isOut) noteSignedOut(true);
    return queue.add(message);
  };
}

type QueueProps = {
  queue: Waiting;
  held: Pick<Held, "isLive" | "isAsking">;
  composer: RefObject<ComposerHandle | null>;
};

function Queue({ queue, held, composer }: QueueProps) {
  const { isOut } = useSession();
  return (
    <WaitingMessages
      waiting={queue.waiting}
      reason={reasonOf({ ...held, isOnline: queue.isOnline, isOut })}
      refusal={queue.refusal}
      onTryAgain={queue.tryAgain}
      onSignIn={isOut ? () => noteSignedOut(true) : null}
      onWithdraw={async (message) => {
        if (await queue.withdraw(message)) composer.current?.takeBack(message);
      }}
    />
  );
}

/** If files come without words, the name of the first one. */
function lineOf({ text: said, attachments }: Outgoing): string {
  return said.split("\n", 1)[0] || (attachments[0]?.name ?? "");
}

type HeadProps = {
  isNew: boolean;
  detail: ConversationDetail | undefined;
  pending: Outgoing | null;
  temporary: ReturnType<typeof useTemporary>;
};

/** The title, what can be done with the conversation, and what a temporary one is. */
function Head({ isNew, detail, pending, temporary }: HeadProps) {
  const { isOn, isChosen, isClosing, choose, close } = temporary;
  const title = useTitleField(detail?.conversation ?? null);
  return (
    <>
      <ConversationHeader
        title={titleOf(detail, pending, isOn)}
        field={title.field}
        files={detail && <FilesButton conversationId={detail.conversation.id} />}
      >
        {isNew && pending === null && <TemporaryToggle isChosen={isChosen} onChoose={choose} />}
        {detail && !isOn && (
          <>
            <ShareButton conversation={detail.conversation} />
            {/* Gone while the title is a field: the menu that closes would take the focus back to its button. */}
            {!title.field && <HeaderMenu detail={detail} onRename={title.rename} />}
          </>
        )}
      </ConversationHeader>
      {isOn && (
        <TemporaryBanner isClosing={isClosing} onClose={isNew ? null : () => void close()} />
      )}
    </>
  );
}

/** The first words are the title until the conversation has one; those of a temporary chat are nowhere. */
function titleOf(
  data: ConversationDetail | undefined,
  pending: Outgoing | null,
  isTemporary: boolean,
): string | null {
  if (isTemporary) return temporaryText.name();
  return data?.conversation.title ?? (pending && lineOf(pending));
}

const isSignedOut = (outcome: SendOutcome) => !outcome.ok && outcome.reason === "signed-out";

/** `isAsking`: a question above waits for Approve or Decline. */
type Held = Record<"isOnline" | "isOut" | "isLive" | "isAsking", boolean>;

function asks(newest: PublicMessage | undefined): boolean {
  return newest?.approvals.some(({ status }) => status === "pending") ?? false;
}

/** What messages wait for; one that waits for nothing is on its way. */
function reasonOf({ isOnline, isOut, isLive, isAsking }: Held): string {
  if (!isOnline) return text.waitsForLine();
  if (isOut) return text.waitsForSignIn();
  if (isLive) return text.waitsForAnswer();
  return isAsking ? text.waitsForDecision() : text.isBeingSent();
}

/** Stable callbacks, so that finished answers are not rendered again. */
function useSteady(turns: ReturnType<typeof useTurns>) {
  const latest = useRef(turns);
  useEffect(() => {
    latest.current = turns;
  });
  const onRetry = useCallback((id: string) => void latest.current.retry(id), []);
  const onContinue = useCallback((id: string) => void latest.current.goOn(id), []);
  const onDecide = useCallback<OnDecide>(
    (...decided) => void latest.current.decide(...decided),
    [],
  );
  const onEdit = useCallback<UserMessageProps["onEdit"]>(
    (...edited) => latest.current.edit(...edited),
    [],
  );
  const onChoose = useCallback((id: string) => latest.current.choose(id), []);
  return { onRetry, onContinue, onDecide, onEdit, onChoose };
}

type UnreadProps = { error: Error | null; onRetry: () => void };

/** A conversation that is being read, or could not be. */
function Unread({ error, onRetry }: UnreadProps) {
  if (!error) return <ConversationSkeleton />;
  return (
    <div className="column flex-1 px-4 pt-8 md:px-6">
      <Notice
        role="alert"
        tone="danger"
        action={
          <Button look="outline" size="sm" onClick={onRetry}>
            {text.tryAgain()}
          </Button>
        }
      >
        {error.message}
      </Notice>
    </div>
  );
}

/** Placeholder for messages that are loading. */
function ConversationSkeleton() {
  return (
    <div className="column flex-1 px-4 pt-8 md:px-6">
      <p role="status" className="sr-only">
        {text.loadingConversation()}
      </p>
      <div className="message-asked" aria-hidden="true">
        <SkeletonLine className="my-1 w-2/5" />
      </div>
      <div className="message-answer grid gap-3 py-1.5" aria-hidden="true">
        <SkeletonLine className="w-11/12" />
        <SkeletonLine className="w-4/5" />
        <SkeletonLine className="w-3/5" />
      </div>
    </div>
  );
}
