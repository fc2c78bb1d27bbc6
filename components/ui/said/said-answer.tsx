/** An answer that nobody can change here: its text, what it cites, and how it ended. */
"use client";
import { useCallback } from "react";
import type { MessageEnd } from "@/lib/contracts/public/message-end.ts";
import type { SharedSource } from "@/lib/contracts/public/share/shared-copy.ts";
import * as text from "@/lib/messages/share.ts";
import { CitationsIn, type RenderCitation } from "../markdown/citations.tsx";
import { safeHref } from "../markdown/inline-view.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { Notice } from "../notice.tsx";

type SaidAnswerProps = { text: string; sources: readonly SharedSource[] };

/** The numbers in the text lead to what it cites. */
export function SaidAnswer({ text: said, sources }: SaidAnswerProps) {
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

export function SaidSources({ sources }: { sources: readonly SharedSource[] }) {
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

export function SaidEnd({ ending }: { ending: MessageEnd | null }) {
  if (ending === null || ending === "complete") return null;
  return <Notice className="mt-3">{ENDS[ending]()}</Notice>;
}
