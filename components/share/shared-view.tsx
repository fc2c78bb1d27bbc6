/** A frozen copy of a conversation, for anyone with its link: what it is, then its messages. */
"use client";
import { useRef } from "react";
import { useSeenCopy } from "@/components/ui/copied/use-seen-copy.ts";
import { ShowsAnyway } from "@/components/ui/markdown/bounds/shows-anyway.tsx";
import { SaidMarkdown } from "@/components/ui/markdown/markdown.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { TooltipHost } from "@/components/ui/overlay/tooltip-host.tsx";
import { SaidAnswer, SaidEnd, SaidSources } from "@/components/ui/said/said-answer.tsx";
import type {
  ShownMessage as Message,
  SharedPage,
} from "@/lib/contracts/public/share/shared-copy.ts";
import { foundWrong } from "@/lib/messages/review.ts";
import * as text from "@/lib/messages/share.ts";
import { productName } from "@/lib/messages/ui.ts";

type SharedViewProps = {
  page: SharedPage;
  /** The path of the page. */
  path: string;
};

export function SharedView({ page, path }: SharedViewProps) {
  const { title, sharedBy, frozenAt, messages } = page;
  const list = useRef<HTMLElement>(null);
  useSeenCopy(list);
  return (
    <>
      <header>
        <p className="text-xs text-faint">
          {text.pageKind()}
          {sharedBy !== null && (
            <>
              {" · "}
              <bdi className="wrap-anywhere">{text.pageBy({ name: sharedBy })}</bdi>
            </>
          )}
        </p>
        <h1 dir="auto" className="mt-1 text-xl font-[560] tracking-[-0.012em] wrap-anywhere">
          {title}
        </h1>
        <p className="mt-2 text-sm text-soft">
          {text.pageWhat({ product: productName(), moment: momentOf(frozenAt) })}{" "}
          {text.pageGenerated()}
        </p>
      </header>
      <section ref={list} aria-label={text.messages()} className="mt-8 pb-16">
        {messages.map((message, place) => (
          <ShowsAnyway
            // biome-ignore lint/suspicious/noArrayIndexKey: a frozen list never changes its order
            key={place}
            text={message.text}
            article={message.by === "person" ? ASKED : ANSWER}
          >
            <SharedMessage message={message} pictures={`${path}/pictures`} />
          </ShowsAnyway>
        ))}
      </section>
      <TooltipHost />
    </>
  );
}

/** A message of which nothing but its words can be shown. */
const ASKED = { label: text.person(), className: "message-asked" };
const ANSWER = { label: text.assistant(), className: "message-answer" };

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

const momentOf = (iso: string) => `${MOMENT.format(new Date(iso))} UTC`;

type SharedMessageProps = {
  message: Message;
  /** The address of the page, before the pictures' ids. */
  pictures: string;
};

/** One message of a shared copy. */
function SharedMessage({ message, pictures }: SharedMessageProps) {
  const isPerson = message.by === "person";
  return (
    <article
      aria-label={isPerson ? text.person() : text.assistant()}
      className={isPerson ? "message-asked" : "message-answer"}
    >
      {isPerson ? (
        <SaidMarkdown text={message.text} />
      ) : (
        <SaidAnswer text={message.text} sources={message.sources} />
      )}
      {message.pictures.length > 0 && (
        <ul aria-label={text.pictures()} className="mt-4 flex flex-wrap gap-3">
          {message.pictures.map(({ id, name, alt }) => (
            <li key={id} className="w-full min-w-0">
              {/* biome-ignore lint/performance/noImgElement: an optimiser would keep what a link may lose */}
              <img
                src={`${pictures}/${id}`}
                alt={alt ?? name}
                loading="lazy"
                className="block h-auto max-h-[30rem] w-auto max-w-full rounded-lg border border-line"
              />
            </li>
          ))}
        </ul>
      )}
      {message.files.length > 0 && (
        <ul aria-label={text.files()} className="mt-2 grid gap-0.5 text-xs text-faint">
          {message.files.map((name) => (
            <li key={name} dir="auto" className="wrap-anywhere">
              {text.fileLeftOut({ name })}
            </li>
          ))}
        </ul>
      )}
      <SaidSources sources={message.sources} />
      <SaidEnd ending={message.ending} />
      {message.foundWrongAt !== undefined && (
        <Notice tone="warn" className="mt-3">
          {foundWrong({ at: message.foundWrongAt.slice(0, 10) })}
        </Notice>
      )}
    </article>
  );
}
