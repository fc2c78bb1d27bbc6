/** A frozen copy of a conversation, for anyone with its link: what it is, then its messages. */
"use client";
import { useCallback, useRef } from "react";
import { useSeenCopy } from "@/components/ui/copied/use-seen-copy.ts";
import { ShowsAnyway } from "@/components/ui/markdown/bounds/shows-anyway.tsx";
import { CitationsIn, type RenderCitation } from "@/components/ui/markdown/cited/citations.tsx";
import { safeHref } from "@/components/ui/markdown/inline-view.tsx";
import { Markdown, SaidMarkdown } from "@/components/ui/markdown/markdown.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { TooltipHost } from "@/components/ui/overlay/tooltip-host.tsx";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import type {
  ShownMessage as Message,
  SharedPage,
  SharedSource,
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
      {isPerson ? <SaidMarkdown text={message.text} /> : <Answer message={message} />}
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
      <Sources sources={message.sources} />
      <End ending={message.ending} />
      {message.foundWrongAt !== undefined && (
        <Notice tone="warn" className="mt-3">
          {foundWrong({ at: message.foundWrongAt.slice(0, 10) })}
        </Notice>
      )}
    </article>
  );
}

function Answer({ message: { text: said, sources } }: { message: Message }) {
  const render = useCallback<RenderCitation>(
    (number) => {
      const source = sources.find((one) => one.number === number);
      return source ? <Citation source={source} /> : null;
    },
    [sources],
  );
  return (
    <CitationsIn render={render}>
      <Markdown text={said} isGrowing={false} />
    </CitationsIn>
  );
}

const NUMBER =
  "relative mx-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-sm bg-pressed px-1 align-[0.3em] text-[0.6875rem] leading-none font-[520] text-soft tabular-nums after:absolute after:-inset-1";

/** The number in the text. It leads to the page; what is no page is named. */
function Citation({ source }: { source: SharedSource }) {
  const href = source.address === null ? null : safeHref(source.address);
  const named = { number: String(source.number), name: source.name };
  if (href === null)
    return (
      <span className={NUMBER} data-tooltip={source.name}>
        <span aria-hidden="true" data-copied-as="number">
          {source.number}
        </span>
        <span className="sr-only">{text.source(named)}</span>
      </span>
    );
  return (
    <a
      {...AWAY}
      href={href}
      className={`${NUMBER} no-underline hover:text-ink`}
      data-tooltip={href}
      data-copied-as="number"
      aria-label={text.sourceAt({ ...named, host: new URL(href).host })}
    >
      {source.number}
    </a>
  );
}

const AWAY = { target: "_blank", rel: "noopener noreferrer nofollow" } as const;

function Sources({ sources }: { sources: readonly SharedSource[] }) {
  if (sources.length === 0) return null;
  return (
    <div className="mt-3 text-xs text-soft">
      <p className="font-[520]" aria-hidden="true" data-copied-as="text">
        {text.sources()}
      </p>
      <ol aria-label={text.sources()} className="mt-1 grid gap-0.5">
        {sources.map(({ number, name, address }) => {
          const href = address === null ? null : safeHref(address);
          return (
            <li key={number} value={number} className="flex min-w-0 items-baseline gap-1.5">
              <span className="min-w-4 text-end text-faint tabular-nums" data-copied-as="nothing">
                {number}
              </span>
              {href === null ? (
                <span className="min-w-0 wrap-anywhere">{name}</span>
              ) : (
                <span className="min-w-0 wrap-anywhere">
                  {name},{" "}
                  <a {...AWAY} href={href} className="underline hover:text-ink">
                    {href}
                  </a>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const ENDS: Record<Exclude<MessageEnd, "complete">, () => string> = {
  stopped: text.endStopped,
  interrupted: text.endInterrupted,
  failed: text.endFailed,
  empty: text.endEmpty,
};

function End({ ending }: { ending: MessageEnd | null }) {
  if (ending === null || ending === "complete") return null;
  return <Notice className="mt-3">{ENDS[ending]()}</Notice>;
}
