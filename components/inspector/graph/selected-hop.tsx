/** The selected hop with links to look closer. */
"use client";
import { X } from "lucide-react";
import { IconButton } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import * as texts from "@/lib/messages/inspector-graph.ts";
import { promptOfTheCall } from "@/lib/messages/inspector-trust.ts";
import { select, toModelCall } from "../run/selection/use-selection.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { TrustChip } from "../trust/trust-mark.tsx";
import { formatDuration, formatOffset } from "../values/format-figures.ts";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { describeOutcome, explainFinding, FINDING_WORDS } from "./hops/describe-node.ts";
import type { Hop } from "./hops/read-hops.ts";

type SelectedHopProps = {
  hop: Hop;
  /** What was passed to it; empty where that is not shown. */
  passed: string;
  /** Absent where there is no graph to redraw. */
  onShowFrom?: () => void;
};

export function SelectedHop({ hop, passed, onShowFrom }: SelectedHopProps) {
  const took = hop.durationMs < 0 ? describeOutcome(hop) : formatDuration(hop.durationMs);
  return (
    <section aria-label={texts.selectedHop()} className="border-t bg-canvas px-4 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-medium wrap-anywhere">
          <InertText text={hop.name} />
        </strong>
        <span className="text-xs text-faint">
          {hop.kind} · <Term name="hop">{texts.hopWord()}</Term> <InertText text={hop.ref} /> ·{" "}
          {texts.outcomeAndTimes({
            outcome: describeOutcome(hop),
            seconds: formatOffset(hop.startMs),
            took,
          })}
          {passed && ` · ${texts.hopReceived({ passed })}`}
        </span>
        {hop.trust !== null && <TrustChip trust={hop.trust} />}
        <span className="ml-auto flex items-center gap-3 text-xs">
          {onShowFrom && (
            <button type="button" onClick={onShowFrom} className={TEXT_LINK}>
              {texts.showFromHere()}
            </button>
          )}
          {hop.askedSeq !== null && (
            <SearchLink to={toModelCall(hop.askedSeq)} className={TEXT_LINK}>
              {promptOfTheCall()}
            </SearchLink>
          )}
          <SearchLink to={{ panel: "envelope" }} className={TEXT_LINK}>
            {texts.envelope()}
          </SearchLink>
          <IconButton
            size="sm"
            aria-label={texts.selectNothing()}
            onClick={() => select({ hopRef: null, seq: null })}
          >
            <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {hop.findings.length > 0 && (
        <ul className="mt-1.5 grid gap-1">
          {hop.findings.map(({ code, text }) => (
            <li key={`${code}${text}`} className="flex items-baseline gap-2 text-xs text-soft">
              <Chip tone="warn" {...explainFinding(code)}>
                {FINDING_WORDS[code]()}
              </Chip>
              <span className="wrap-anywhere">
                <InertText text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
