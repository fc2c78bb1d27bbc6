/** The hops of both runs, parents before children, with digests of input and output. */
"use client";
import { Bot, Compass, type LucideIcon, Server, Wrench } from "lucide-react";
import type { AlignedHops, ComparedHop } from "@/lib/contracts/inspector/compare/run-comparison.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { type Outcome, OutcomeChip } from "../status-chip.tsx";
import { Digest } from "../values/digest.tsx";
import { formatDuration } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { AlignedPairs } from "./aligned-pairs.tsx";

const ICONS: Record<string, LucideIcon> = {
  coordinator: Compass,
  agent: Bot,
  service: Server,
  tool: Wrench,
};
const INDENT_MAX = 8;

export function AlignedHopList({ hops }: { hops: AlignedHops }) {
  if (hops.pairs.length === 0) {
    return <p className="border-y py-3 text-soft">{texts.neitherRunHasAHop()}</p>;
  }
  return (
    <AlignedPairs
      title={texts.hops()}
      pairs={hops.pairs}
      counts={hops.counts}
      isAligned={hops.isAligned}
      show={(hop, other) => <Hop hop={hop} other={other} />}
    />
  );
}

function Hop({ hop, other }: { hop: ComparedHop; other: ComparedHop | null }) {
  const Icon = ICONS[hop.kind] ?? Bot;
  const outcome = readOutcome(hop.outcome);
  return (
    <div
      className="flex items-start gap-2"
      style={{ paddingInlineStart: `${Math.min(hop.depth, INDENT_MAX) * 0.75}rem` }}
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium wrap-anywhere">
            <InertText text={hop.nodeId} />
          </span>
          {outcome !== undefined && <OutcomeChip outcome={outcome} />}
          {hop.durationMs !== null && (
            <span className="text-xs text-faint tabular-nums">
              {formatDuration(hop.durationMs)}
            </span>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-2.5 text-xs text-faint">
          <span>
            {hop.kind} · <span className="font-mono wrap-anywhere">{hop.hopRef}</span>
          </span>
          <Side word={texts.inWord()} sha256={hop.inputSha256} other={other?.inputSha256 ?? null} />
          <Side word={texts.out()} sha256={hop.outputSha256} other={other?.outputSha256 ?? null} />
        </p>
      </div>
    </div>
  );
}

type SideProps = { word: string; sha256: string | null; other: string | null };

function Side({ word, sha256, other }: SideProps) {
  if (sha256 === null) return null;
  const sign = other === null ? "" : sha256 === other ? " =" : " ≠";
  const said =
    other === null ? "" : sha256 === other ? texts.theSameDigest() : texts.anotherDigest();
  return (
    <span className="inline-flex items-center gap-1">
      {word}
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{said}</span>
      <Digest sha256={sha256} />
    </span>
  );
}

/** The outcome of a hop as the log has it. */
const OUTCOMES: readonly Outcome[] = ["ok", "failed", "denied", "stopped", "discarded"];

/** @returns null for an active hop, undefined for an outcome that this version does not know */
function readOutcome(outcome: string | null): Outcome | null | undefined {
  return outcome === null ? null : OUTCOMES.find((known) => known === outcome);
}
