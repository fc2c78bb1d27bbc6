/** One sentence of an account: it selects its first event, and its numbers lead to each. */
"use client";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { AccountSentence } from "@/lib/contracts/inspector/run/run-account.ts";
import * as text from "@/lib/messages/inspector-account.ts";
import { stopOf } from "../run/selection/selection-moves.ts";
import { select, toEvent, useSelection } from "../run/selection/use-selection.ts";
import { SearchLink } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf, formatCount, numberItems } from "../values/format-figures.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { textOfValue } from "../values/text-of-value.ts";
import { WithheldValue } from "../values/withheld-value.tsx";

/** Events that a sentence shows before somebody asks for all. */
const SHOWN_MAX = 8;

type SentenceRowProps = {
  sentence: AccountSentence;
  /** The hop of its first event; null: none. */
  hopRef: string | null;
};

export function SentenceRow({ sentence, hopRef }: SentenceRowProps) {
  const { topic, written, cites } = sentence;
  const { seq } = useSelection();
  const isSelected = seq !== null && cites.includes(seq);
  const first = cites[0] ?? 1;
  return (
    <li
      className={cn(
        "-mx-2 grid min-w-0 gap-1 rounded-md px-2 py-0.5",
        isSelected && "bg-accent-wash",
      )}
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <button
          type="button"
          {...stopOf(first, hopRef)}
          aria-pressed={isSelected}
          onClick={() => select({ hopRef, seq: first })}
          className="min-w-0 rounded-sm text-left leading-5 wrap-anywhere hover:text-accent"
        >
          {topic === "odd" && (
            <TriangleAlert
              aria-hidden="true"
              strokeWidth={1.75}
              className="mr-1.5 inline size-3.5 align-[-0.15em] text-warn"
            />
          )}
          <InertText text={sentence.text} />
        </button>
        <Cites sentence={sentence} selected={seq} />
      </div>
      {numberItems(written).map(({ ordinal, item }) => (
        <div key={ordinal} className="border-s-2 ps-2 text-sm text-soft">
          {item.withheld ? (
            <WithheldValue payload={item} />
          ) : (
            <FoldedText text={textOfValue(item.value)} />
          )}
        </div>
      ))}
    </li>
  );
}

type CitesProps = { sentence: AccountSentence; selected: number | null };

/** The events of a sentence, each a link to it in the log. */
function Cites({ sentence: { cites, citeCount }, selected }: CitesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? cites : cites.slice(0, SHOWN_MAX);
  const more = citeCount - shown.length;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-0.5 text-xs tabular-nums">
      {shown.map((seq) => (
        <SearchLink
          key={seq}
          to={toEvent(seq)}
          aria-label={text.event({ seq: formatCount(seq) })}
          className={cn(
            "rounded-sm px-1 hover:bg-hover hover:text-ink",
            seq === selected ? "font-medium text-accent" : "text-faint",
          )}
        >
          {formatCount(seq)}
        </SearchLink>
      ))}
      {more > 0 &&
        (isWhole ? (
          <span className="text-faint">{text.moreEvents(amountOf(more))}</span>
        ) : (
          <button type="button" className={TEXT_LINK} onClick={() => setWhole(true)}>
            {text.moreEvents(amountOf(more))}
          </button>
        ))}
    </p>
  );
}
