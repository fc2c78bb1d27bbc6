/** What can be done with an answer that has ended: its other versions, copy, another answer, a thumb. */
"use client";
import { type LucideIcon, RefreshCw, ThumbsDown, ThumbsUp } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { cn, TEXT_BOX } from "@/components/ui/cn.ts";
import { FEEDBACK_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import type { AnswerFeedback, Verdict } from "@/lib/contracts/public/person/answer-feedback.ts";
import * as text from "@/lib/messages/chat.ts";
import { useFeedback } from "../../data/use-feedback.ts";
import { CopyMessage } from "./copy-message.tsx";
import { VersionSwitch } from "./version-switch.tsx";

const ContestNote = lazy(() => import("../contest/contest-note.tsx"));

type AnswerActionsProps = {
  conversationId: string;
  message: PublicMessage;
  /** The text as it is shown. */
  shown: string;
  isBusy: boolean;
  onRetry: (answerMessageId: string) => void;
  onChoose: (messageId: string) => void;
};

export function AnswerActions(props: AnswerActionsProps) {
  const { conversationId, message, shown, isBusy, onRetry, onChoose } = props;
  const { id, canRetry, feedback, contest } = message;
  const bar = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const judging = useFeedback(conversationId, id);
  const give = (given: AnswerFeedback | null) => judging.mutate(given);
  const leaveWords = () => {
    setAsking(false);
    bar.current?.querySelector<HTMLElement>(`[data-thumb="${feedback?.verdict}"]`)?.focus();
  };
  return (
    <>
      <div ref={bar} className="message-actions">
        <VersionSwitch message={message} isBusy={isBusy} onChoose={onChoose} />
        {shown !== "" && (
          <CopyMessage
            source={shown}
            label={text.copyAnswer()}
            answerId={id}
            isContested={(contest?.what ?? null) !== null}
          />
        )}
        {/* An answer that is not whole has a button of its own for it. */}
        {!canRetry && (
          <IconButton
            size="sm"
            data-again=""
            aria-label={text.regenerate()}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onRetry(id)}
          >
            <RefreshCw className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
        <Thumbs feedback={feedback} onGive={give} onAsk={() => setAsking(true)} />
      </div>
      {contest && (
        <Suspense>
          <ContestNote answerId={id} contest={contest} />
        </Suspense>
      )}
      {feedback && (
        <FeedbackWords
          feedback={feedback}
          isOpen={isAsking}
          problem={judging.error?.message ?? null}
          onGive={give}
          onOpen={() => setAsking(true)}
          onClose={leaveWords}
        />
      )}
    </>
  );
}

type ThumbsProps = {
  feedback: AnswerFeedback | null;
  onGive: (feedback: AnswerFeedback | null) => void;
  /** Opens the form for the words. */
  onAsk: () => void;
};

/** Thumbs on an answer, and why in the person's words. A thumb that is pressed again is withdrawn. */
function Thumbs({ feedback, onGive, onAsk }: ThumbsProps) {
  const press = (verdict: Verdict) => {
    if (feedback?.verdict === verdict) return onGive(null);
    onGive({ verdict, words: feedback?.words ?? "" });
    onAsk();
  };
  return (
    <>
      {THUMBS.map(({ verdict, icon: Icon, label }) => (
        <IconButton
          key={verdict}
          size="sm"
          data-thumb={verdict}
          aria-label={label()}
          aria-pressed={feedback?.verdict === verdict}
          onClick={() => press(verdict)}
        >
          <Icon
            className={cn("size-3.5", feedback?.verdict === verdict && "fill-current text-ink")}
            strokeWidth={1.75}
            aria-hidden="true"
          />
        </IconButton>
      ))}
    </>
  );
}

const THUMBS: readonly { verdict: Verdict; icon: LucideIcon; label: () => string }[] = [
  { verdict: "up", icon: ThumbsUp, label: text.thumbUp },
  { verdict: "down", icon: ThumbsDown, label: text.thumbDown },
];

type FeedbackWordsProps = {
  feedback: AnswerFeedback;
  isOpen: boolean;
  problem: string | null;
  onGive: (feedback: AnswerFeedback) => void;
  onOpen: () => void;
  onClose: () => void;
};

/** The words below a judged answer, or the form for them. */
function FeedbackWords(props: FeedbackWordsProps) {
  const { feedback, isOpen, problem, onGive, onOpen, onClose } = props;
  return (
    <div className="mt-1.5 text-sm">
      {problem && (
        <p role="alert" className="mb-1 text-danger">
          {problem}
        </p>
      )}
      {isOpen ? (
        <WordsForm feedback={feedback} onGive={onGive} onClose={onClose} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 text-faint">
          {feedback.words !== "" && (
            <span dir="auto" className="min-w-0 wrap-anywhere text-soft">
              {text.youWrote({ words: feedback.words })}
            </span>
          )}
          <button
            type="button"
            data-why=""
            onClick={onOpen}
            className="rounded-sm text-accent underline underline-offset-4"
          >
            {feedback.words === "" ? text.sayWhy() : text.changeWhy()}
          </button>
        </p>
      )}
    </div>
  );
}

type WordsFormProps = Pick<FeedbackWordsProps, "feedback" | "onGive" | "onClose">;

function WordsForm({ feedback, onGive, onClose }: WordsFormProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState(feedback.words);
  const noteId = useId();
  useEffect(() => {
    // Not where focus would open a keyboard over the page.
    if (window.matchMedia("(pointer: fine)").matches) box.current?.focus();
  }, []);
  const save = () => {
    onGive({ ...feedback, words: words.trim() });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      save();
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="settle grid max-w-prose gap-2"
    >
      <textarea
        ref={box}
        dir="auto"
        rows={2}
        maxLength={FEEDBACK_MAX_CHARS}
        aria-label={feedback.verdict === "up" ? text.whatWasGood() : text.whatWasWrong()}
        aria-describedby={noteId}
        placeholder={feedback.verdict === "up" ? text.whatWasGood() : text.whatWasWrong()}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onKeyDown}
        className={cn(TEXT_BOX, "max-h-40 py-2 max-md:text-base")}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span id={noteId} className="me-auto text-xs text-faint">
          {text.feedbackIsRead()}
        </span>
        <Button size="sm" onClick={onClose}>
          {text.noWords()}
        </Button>
        <Button type="submit" look="primary" size="sm">
          {text.saveWords()}
        </Button>
      </div>
    </form>
  );
}
