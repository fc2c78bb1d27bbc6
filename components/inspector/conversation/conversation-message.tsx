/** One message of the conversation, with its ending and notice. */
"use client";
import { Paperclip } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import type { PayloadOpening } from "@/lib/contracts/inspector/opening/payload-opening.ts";
import type { InspectedMessage } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type {
  PublicTranscript,
  TranscriptPiece,
} from "@/lib/contracts/inspector/run/public-transcript.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import * as texts from "@/lib/messages/inspector-conversation.ts";
import { useOpening, useRunOfPayloads } from "../payload-opening.tsx";
import {
  MOVE_KEYS,
  type Move,
  moveTarget,
  useSelectionMoves,
} from "../run/selection/selection-moves.ts";
import { select, useSelection } from "../run/selection/use-selection.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatBytes, formatCount, formatOffset } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { joinPieces, pieceAt, piecesAround, SaidText } from "./said-text.tsx";

const ENDS: Record<MessageEnd, (() => string) | null> = {
  complete: null,
  stopped: texts.stopped,
  interrupted: texts.interrupted,
  failed: texts.failed,
  empty: texts.noAnswerWasWritten,
};

type ConversationMessageProps = {
  message: InspectedMessage;
  /** Its public transcript, if it is the answer of the run on the page. */
  transcript: PublicTranscript | null;
  /** True while the answer is being written. */
  isLive: boolean;
};

export function ConversationMessage({ message, transcript, isLive }: ConversationMessageProps) {
  const isAnswer = message.role === "assistant";
  const content = isLive && transcript ? joinPieces(transcript.pieces) : message.content;
  const end = message.ending && ENDS[message.ending]?.();
  const author = isAnswer ? texts.assistant() : texts.person();
  return (
    <article aria-label={author} className="min-w-0">
      <header className="flex items-center gap-2 text-xs text-faint">
        <span className="font-medium text-soft">{author}</span>
        <Moment at={message.createdAt} />
        <span className="ms-auto">
          {message.ofThisRun ? (
            <span className="font-medium text-accent-strong">{texts.thisRun()}</span>
          ) : (
            message.runId && (
              <Link href={`/admin/runs/${message.runId}`} prefetch={false} className={TEXT_LINK}>
                {texts.openItsRun()}
              </Link>
            )
          )}
        </span>
      </header>
      {message.masked && <MaskedWords isOfThisRun={message.ofThisRun} />}
      {content !== "" &&
        (isAnswer ? (
          <div data-answer-of-run={message.ofThisRun ? "" : undefined}>
            <SaidText text={content} isGrowing={isLive} />
          </div>
        ) : (
          <FoldedText text={content} className="mt-1" />
        ))}
      {message.attachments.map((file) => (
        <p key={file.id} className="mt-1.5 flex items-center gap-1.5 text-xs text-soft">
          <Paperclip className="size-3 shrink-0" aria-hidden="true" />
          <InertText text={file.name} />
          <span className="text-faint">{formatBytes(file.sizeBytes)}</span>
        </p>
      ))}
      {isLive && isAnswer && (
        <p className="mt-1 text-xs">
          <span className="glint-text">
            {transcript?.pieces.findLast(({ kind }) => kind === "status")?.words ??
              describeStatus("thinking")}
          </span>
        </p>
      )}
      {(end || message.notice) && (
        <p className="mt-1 text-xs text-faint">
          {[end, message.notice].filter(Boolean).join(" · ")}
        </p>
      )}
      {message.superseded && (
        <p className="mt-1 text-xs text-warn">{texts.replacedByARetryThePerson()}</p>
      )}
      {transcript && transcript.pieces.length > 0 && <TranscriptPieces transcript={transcript} />}
    </article>
  );
}

/** The pieces of the answer in the order in which they were sent. Selecting one selects its event. */
function TranscriptPieces({ transcript }: { transcript: PublicTranscript }) {
  const { pieces, pieceCount } = transcript;
  const { seq } = useSelection();
  const [asFrames, setAsFrames] = useState(false);
  const current = seq === null ? null : pieceAt(pieces, seq);
  const shown = piecesAround(pieces, current);
  const { list, pick, onKeyDown } = usePieceMoves(pieces, current, seq);
  return (
    <section aria-label={texts.howTheAnswerArrived()} className="mt-3">
      <header className="flex h-6 items-center gap-2 text-xs text-faint">
        <Heading />
        {shown.length < pieceCount && (
          <span>
            {texts.showingOfPieces({
              shown: formatCount(shown.length),
              pieceCount: formatCount(pieceCount),
            })}
          </span>
        )}
        <Button
          size="sm"
          aria-pressed={asFrames}
          className={cn("ms-auto h-6", asFrames && "bg-pressed text-ink")}
          onClick={() => setAsFrames(!asFrames)}
        >
          {texts.rawFrames()}
        </Button>
      </header>
      <ol ref={list} onKeyDown={onKeyDown} className="mt-1 border-s border-line-strong">
        {shown.map((piece) => (
          <li key={piece.seq} aria-current={pieces[current ?? -1] === piece ? "true" : undefined}>
            <button
              type="button"
              onClick={() => pick(piece)}
              className={cn(
                "flex w-full scroll-my-20 items-baseline gap-2 px-2 py-0.5 text-start hover:bg-hover focus-visible:-outline-offset-2",
                pieces[current ?? -1] === piece &&
                  "bg-accent-wash shadow-[inset_2px_0_0_var(--color-accent)]",
                seq !== null && piece.seq > seq && "text-faint",
              )}
            >
              <span className="w-11 shrink-0 text-end font-mono text-[0.6875rem] text-faint tabular-nums">
                {formatOffset(Math.max(0, piece.atMs))}
              </span>
              <Words piece={piece} asFrame={asFrames} />
            </button>
          </li>
        ))}
      </ol>
      {seq !== null && current === null && (
        <p className="mt-1 text-xs text-faint">{texts.nothingHadArrivedAtThatMoment()}</p>
      )}
    </section>
  );
}

/**
 * The list's keys, and scrolling to the selection.
 * @param current index of the selected piece; null: none
 * @param seq of the selected event; null: none
 */
function usePieceMoves(
  pieces: readonly TranscriptPiece[],
  current: number | null,
  seq: number | null,
) {
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<number | null>(null);
  const moved = useRef<number | null>(null);
  useEffect(() => {
    if (current === null || pressed.current === seq) return;
    const piece = list.current?.querySelector<HTMLElement>(":scope > [aria-current] > button");
    if (moved.current === seq) piece?.focus();
    else piece?.scrollIntoView({ block: "nearest" });
    moved.current = null;
  }, [current, seq]);
  const pick = (piece: TranscriptPiece) => {
    pressed.current = piece.seq;
    select({ hopRef: null, seq: piece.seq });
  };
  const move = (asked: Move) => {
    const piece = pieces[moveTarget(asked, current, pieces.length)];
    if (!piece) return;
    moved.current = piece.seq;
    select({ hopRef: null, seq: piece.seq });
  };
  useSelectionMoves(move, { side: "conversation", takesArrows: false });
  const onKeyDown = (event: KeyboardEvent) => {
    const asked = MOVE_KEYS[event.key];
    if (!asked) return;
    event.preventDefault();
    move(asked);
  };
  return { list, pick, onKeyDown };
}

function Words({ piece, asFrame }: { piece: TranscriptPiece; asFrame: boolean }) {
  if (asFrame) {
    return (
      <code
        dir="ltr"
        className="min-w-0 font-mono text-[0.6875rem] leading-4 wrap-anywhere whitespace-pre-wrap"
      >
        <InertText text={piece.frame.trimEnd()} />
      </code>
    );
  }
  return (
    <span
      dir="auto"
      className={cn(
        "min-w-0 wrap-anywhere whitespace-pre-wrap",
        piece.kind !== "text" && "text-xs text-soft",
      )}
    >
      {piece.kind === "status" && <span className="text-faint">{texts.status()} </span>}
      {piece.kind === "sources" && <span className="text-faint">{texts.sources()} </span>}
      {piece.kind === "end" && <span className="text-faint">{texts.end()} </span>}
      <InertText text={piece.words} />
    </span>
  );
}

function Heading() {
  return (
    <h3>
      <Explained text={texts.headingMeaning()}>{texts.howTheAnswerArrived()}</Explained>
    </h3>
  );
}

/** Says what it takes to read the words. A reason, and a review, count for one run. */
function MaskedWords({ isOfThisRun }: { isOfThisRun: boolean }) {
  const { data } = useOpening(useRunOfPayloads());
  if (!data) return null;
  return <p className="text-sm text-faint">{whyMasked(data, isOfThisRun)}</p>;
}

function whyMasked({ access, second }: PayloadOpening, isOfThisRun: boolean): string {
  if (access === "fields") return isOfThisRun ? texts.masked() : texts.maskedOtherReview();
  if (!isOfThisRun) return texts.maskedOtherRun();
  return second?.own?.state === "waiting"
    ? texts.maskedUntilConfirmed()
    : texts.maskedUntilReason();
}
