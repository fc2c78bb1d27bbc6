/** The sources of an answer: small numbers in its text that open one, and the list below it. */
"use client";
import type { ReactNode } from "react";
import { LateOverlay, lazyOverlay } from "@/components/ui/overlay/late-overlay.tsx";
import { nameSource } from "@/lib/contracts/public/sources/name-source.ts";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";
import * as text from "@/lib/messages/chat.ts";

const SourcePopover = lazyOverlay(() => import("./source-popover.tsx"));

const NUMBER =
  "relative mx-0.5 inline-flex h-4 min-w-4 cursor-pointer items-center justify-center rounded-sm bg-pressed px-1 align-[0.3em] text-[0.6875rem] leading-none font-[520] text-soft tabular-nums after:absolute after:-inset-1 hover:text-ink data-popup-open:bg-accent-wash data-popup-open:text-ink";

/** The number in the text. */
export function SourceLink({ source }: { source: PublicSource }) {
  return (
    <SourceButton source={source} as="number" className={NUMBER}>
      {source.number}
    </SourceButton>
  );
}

export function SourceList({ sources }: { sources: readonly PublicSource[] }) {
  if (sources.length === 0) return null;
  return (
    <div className="settle mt-3 text-xs text-soft">
      <p className="font-[520]" aria-hidden="true" data-copied-as="text">
        {text.sources()}
      </p>
      <ol aria-label={text.sources()} className="mt-1 grid gap-0.5">
        {sources.map((source) => (
          <li
            key={source.number}
            value={source.number}
            className="flex min-w-0 items-baseline gap-1.5"
          >
            <span className="min-w-4 text-end text-faint tabular-nums" aria-hidden="true">
              {source.number}
            </span>
            <SourceButton
              source={source}
              as="text"
              className="min-w-0 cursor-pointer truncate rounded-sm py-0.5 text-start hover:text-ink hover:underline"
            >
              {nameSource(source)}
            </SourceButton>
          </li>
        ))}
      </ol>
    </div>
  );
}

type SourceButtonProps = {
  source: PublicSource;
  /** What it is in a selection that is copied. */
  as: "number" | "text";
  className: string;
  children: ReactNode;
};

/** A button that opens the source beside itself. */
function SourceButton({ source, as, className, children }: SourceButtonProps) {
  const label = text.openSource({ number: String(source.number), name: nameSource(source) });
  const trigger = (
    <button type="button" aria-label={label} data-copied-as={as} className={className}>
      {children}
    </button>
  );
  return (
    <LateOverlay trigger={trigger}>
      <SourcePopover trigger={trigger} label={label} source={source} />
    </LateOverlay>
  );
}
