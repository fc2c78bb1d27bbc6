/** Terms, figures and moments with their explanation on hover and on focus, terms by the glossary (`lib/messages/glossary.ts`). */
"use client";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import * as glossary from "@/lib/messages/glossary.ts";
import { formatCount, formatFullMoment, formatMoment } from "./format-figures.ts";

export type TermName = keyof typeof glossary;

const MEANINGS: Record<TermName, () => string> = { ...glossary };

/** The glossary's sentence for a term. */
export function meaningOf(term: TermName): string {
  return MEANINGS[term]();
}

type TermProps = { name: TermName; children: ReactNode; className?: string };

/** A term that shows its meaning on hover and on focus. Not inside a link or a button. */
export function Term({ name, children, className }: TermProps) {
  return (
    <Explained text={meaningOf(name)} className={cn(className)}>
      {children}
    </Explained>
  );
}

type FiguresProps = {
  /** Each with its term and its name. */
  figures: readonly (readonly [term: TermName, name: string, figure: ReactNode])[];
  className: string;
};

/** Named figures side by side. */
export function Figures({ figures, className }: FiguresProps) {
  return (
    <dl className={className}>
      {figures.map(([term, name, figure]) => (
        <Figure key={name} term={term} name={name}>
          {figure}
        </Figure>
      ))}
    </dl>
  );
}

type TokensProps = { of: { inputTokens: number; outputTokens: number } };

/** Tokens in and out. */
export function Tokens({ of: { inputTokens, outputTokens } }: TokensProps) {
  return (
    <>
      {formatCount(inputTokens)} <span className="text-faint">/</span> {formatCount(outputTokens)}
    </>
  );
}

type FigureProps = { term: TermName; name: string; children: ReactNode; className?: string };

/** A named figure of a `<dl>`. Its name shows its meaning. */
export function Figure({ term, name, children, className }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.6875rem] leading-4 text-faint">
        <Term name={term}>{name}</Term>
      </dt>
      <dd className={cn("tabular-nums", className)}>{children}</dd>
    </div>
  );
}

/**
 * In the reader's time zone, which the server does not know: in its HTML a moment is in UTC.
 *
 * @param at ISO 8601
 */
export function Moment({ at, className }: { at: string; className?: string }) {
  const isHydrated = useIsHydrated();
  return (
    <Explained look="bare" text={isHydrated ? formatFullMoment(at) : at} className={className}>
      <time dateTime={at} className="tabular-nums">
        {isHydrated ? formatMoment(at) : at.slice(0, "2026-11-23T14:03".length).replace("T", " ")}
      </time>
    </Explained>
  );
}
