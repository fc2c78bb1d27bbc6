/** The messages of a case as their person saw them: nothing can be pressed but what is open to read. */
"use client";
import { Paperclip } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import { ShowsAnyway } from "@/components/ui/markdown/bounds/shows-anyway.tsx";
import { SaidMarkdown } from "@/components/ui/markdown/markdown.tsx";
import { SaidAnswer, SaidEnd, SaidSources } from "@/components/ui/said/said-answer.tsx";
import type { SeenMessage } from "@/lib/contracts/inspector/review/case-desk.ts";
import type { SharedSource } from "@/lib/contracts/public/share/shared-copy.ts";
import { nameSource } from "@/lib/contracts/public/sources/name-source.ts";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";
import * as chatText from "@/lib/messages/chat.ts";
import * as text from "@/lib/messages/review-desk.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatBytes } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";

type SeenMessagesProps = { runId: string; messages: readonly SeenMessage[] };

export function SeenMessages({ runId, messages }: SeenMessagesProps) {
  const first = messages.find(({ isOfCase }) => isOfCase);
  return (
    <div className="px-4 pb-6 text-[0.9375rem] lg:px-6">
      {messages.map((message) => (
        <div
          key={message.id}
          data-turn={message === first ? "" : undefined}
          aria-current={message.isOfCase ? "true" : undefined}
          className={message.isOfCase ? OF_CASE : undefined}
        >
          <ShowsAnyway text={message.text} article={message.by === "person" ? PERSON : ASSISTANT}>
            <Message runId={runId} message={message} />
          </ShowsAnyway>
        </div>
      ))}
    </div>
  );
}

const OF_CASE =
  "relative before:absolute before:inset-y-0 before:-left-4 before:w-[2px] before:bg-accent lg:before:-left-6";

const PERSON = { label: text.person(), className: "message-asked" };
const ASSISTANT = { label: text.assistant(), className: "message-answer" };

function Message({ runId, message }: { runId: string; message: SeenMessage }) {
  const { by, text: said, ending, notice, files, approvals } = message;
  const sources = message.sources.map(toSaidSource);
  const { label, className } = by === "person" ? PERSON : ASSISTANT;
  return (
    <article aria-label={label} className={className}>
      {by === "person" ? (
        said !== "" && <SaidMarkdown text={said} />
      ) : (
        <div data-answer-of-run={message.isOfCase ? "" : undefined}>
          <SaidAnswer text={said} sources={sources} />
        </div>
      )}
      <Files runId={runId} files={files} isSmall={by === "person"} />
      <SaidSources sources={sources} />
      {approvals.map(({ id, question, status }) => (
        <section
          key={id}
          aria-label={text.question()}
          className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line-strong bg-raised px-3.5 py-3"
        >
          <p dir="auto" className="question">
            {question}
          </p>
          <Chip>{STATUSES[status]()}</Chip>
        </section>
      ))}
      {notice === null ? (
        <SaidEnd ending={ending} />
      ) : (
        <p className="mt-3 text-sm text-soft">{notice}</p>
      )}
    </article>
  );
}

const STATUSES = {
  pending: text.notDecided,
  approved: chatText.approved,
  declined: chatText.declined,
  expired: chatText.expired,
} as const;

function toSaidSource(source: PublicSource): SharedSource {
  return {
    number: source.number,
    name: nameSource(source),
    address: source.kind === "page" ? source.address : null,
  };
}

type FilesProps = { runId: string; files: SeenMessage["files"]; isSmall: boolean };

function Files({ runId, files, isSmall }: FilesProps) {
  const addressOf = (id: string) => `/api/admin/review/${runId}/files/${id}`;
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return (
    <>
      {pictures.length > 0 && (
        <ul aria-label={text.pictures()} className="mt-3 flex flex-wrap gap-3">
          {pictures.map(({ id, name, alt }) => (
            <li key={id} className={isSmall ? "max-w-48" : "w-full min-w-0"}>
              {/* biome-ignore lint/performance/noImgElement: these are served to who has the case only */}
              <img
                src={addressOf(id)}
                alt={alt ?? name}
                loading="lazy"
                className="block h-auto max-h-[30rem] w-auto max-w-full rounded-lg border border-line"
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul aria-label={text.files()} className="mt-2 grid gap-1 text-sm">
          {others.map(({ id, name, sizeBytes }) => (
            <li key={id} className="flex min-w-0 items-baseline gap-1.5">
              <Paperclip className="size-3 shrink-0 self-center text-faint" aria-hidden="true" />
              <a href={addressOf(id)} download className={`${TEXT_LINK} min-w-0 wrap-anywhere`}>
                <InertText text={name} />
              </a>
              <span className="shrink-0 text-xs text-faint">{formatBytes(sizeBytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const isPicture = ({ mediaType }: SeenMessage["files"][number]) => mediaType.startsWith("image/");
