/** Trust and origins as marks: an icon, a word and a colour. */
"use client";
import {
  BookUser,
  File,
  Globe,
  House,
  type LucideIcon,
  Plug,
  Server,
  ShieldQuestion,
  User,
} from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import {
  detailOfOrigin,
  TRUST_TEXTS,
  type TrustReach,
} from "@/lib/contracts/inspector/run/trust-words.ts";
import { type Origin, TRUST, type Trust, trustOf } from "@/lib/contracts/model/origin.ts";
import * as text from "@/lib/messages/inspector-trust.ts";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";

const ICONS: Record<Trust, LucideIcon> = {
  deployment: House,
  person: User,
  service: Server,
  directory: BookUser,
  "person-file": File,
  mcp: Plug,
  web: Globe,
};

const TONES: Record<TrustReach, { chip: "good" | "accent" | "warn"; ink: string; fill: string }> = {
  own: { chip: "good", ink: "text-good", fill: "fill-good" },
  near: { chip: "accent", ink: "text-accent-strong", fill: "fill-accent-strong" },
  far: { chip: "warn", ink: "text-warn", fill: "fill-warn" },
};

/** The colour of a trust in a picture, which has the word beside it. */
export function trustFill(trust: Trust): string {
  return TONES[TRUST_TEXTS[trust].reach].fill;
}

type TrustChipProps = {
  /** Null: from before origins were kept. */
  trust: Trust | null;
  /** False inside a button or a link, where nothing else may be focusable. */
  isExplained?: boolean;
};

/** The trust of a call, by name: `Trust: Web`. */
export function TrustChip({ trust, isExplained = true }: TrustChipProps) {
  const Icon = trust === null ? ShieldQuestion : ICONS[trust];
  const word = trust === null ? text.trustNotKept() : TRUST_TEXTS[trust].word();
  const meaning = trust === null ? text.trustNotKeptMeaning() : TRUST_TEXTS[trust].means();
  return (
    <Chip
      tone={trust === null ? "neutral" : TONES[TRUST_TEXTS[trust].reach].chip}
      {...(isExplained ? { explanation: meaning } : {})}
    >
      <Icon className="size-3" strokeWidth={2.25} aria-hidden="true" />
      {text.trustIs({ word })}
    </Chip>
  );
}

/** The same in a row of a table, whose heading names it. */
export function TrustWord({ trust }: { trust: Trust | null }) {
  if (trust === null) return <span className="text-faint">{text.trustNotKept()}</span>;
  const Icon = ICONS[trust];
  return (
    <span className={cn("inline-flex items-center gap-1", TONES[TRUST_TEXTS[trust].reach].ink)}>
      <Icon className="size-3 shrink-0" strokeWidth={2} aria-hidden="true" />
      {TRUST_TEXTS[trust].word()}
    </span>
  );
}

type OriginMarksProps = {
  /** Undefined: from before origins were kept. */
  origins: readonly Origin[] | undefined;
  className?: string;
};

/** Where the words of a segment come from, each with the mark of its trust. */
export function OriginMarks({ origins, className }: OriginMarksProps) {
  if (origins === undefined)
    return <span className={cn("text-faint", className)}>{text.beforeOrigins()}</span>;
  return (
    <span className={cn("inline-flex min-w-0 flex-wrap gap-x-3", className)}>
      {origins.map((origin) => (
        <OriginMark key={origin} origin={origin} />
      ))}
    </span>
  );
}

export function OriginMark({ origin }: { origin: Origin }) {
  const trust = trustOf(origin);
  const detail = detailOfOrigin(origin);
  const Icon = ICONS[trust];
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5 text-soft">
      <span
        className={cn(
          "inline-flex shrink-0 items-center gap-1 font-medium",
          TONES[TRUST_TEXTS[trust].reach].ink,
        )}
      >
        <Icon className="size-3 shrink-0" strokeWidth={2.25} aria-hidden="true" />
        {TRUST_TEXTS[trust].word()}
      </span>
      {detail !== null && (
        <span className="wrap-anywhere">
          <InertText text={detail} />
        </span>
      )}
    </span>
  );
}

/** What the colours and icons of a picture mean, of those that occur in it. */
export function TrustLegend({ trusts }: { trusts: ReadonlySet<Trust | null> }) {
  const shown = TRUST.filter((trust) => trusts.has(trust));
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b px-4 py-1 text-xs">
      <Term name="trust" className="text-faint">
        {text.trust()}
      </Term>
      <ul aria-label={text.trust()} className="contents">
        {shown.map((trust) => (
          <li key={trust} className="inline-flex items-center gap-1">
            <span aria-hidden="true" className={TONES[TRUST_TEXTS[trust].reach].ink}>
              ●
            </span>
            <TrustWord trust={trust} />
          </li>
        ))}
      </ul>
    </div>
  );
}
