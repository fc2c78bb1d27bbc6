"use client";
/** One message of the conversation, with its ending and notice. */
import { Paperclip } from "lucide-react";
import Link from "next/link";
import type { PublicTranscript } from "@/lib/contracts/inspector/conversation/public-transcript.ts";
import type { InspectedMessage } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { describeStatus } from "@/lib/contracts/public/describe-status.ts";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import * as texts from "@/lib/messages/inspector-conversation.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatBytes } from "../values/format-figures.ts";
import { Moment } from "../values/moment.tsx";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { joinPieces } from "./pieces-around.ts";
import { SaidText } from "./said-text.tsx";
import { TranscriptPieces } from "./transcript-pieces.tsx";

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
        <span className="ml-auto">
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
      {message.masked && <p className="text-sm text-faint">{texts.masked()}</p>}
      {content !== "" &&
        (isAnswer ? (
          <SaidText text={content} isGrowing={isLive} />
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
