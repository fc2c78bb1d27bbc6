/** One span of the timeline. */
"use client";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn.ts";
import * as texts from "@/lib/messages/inspector-timeline.ts";
import { PlaceMark } from "../review/judging/place-mark.tsx";
import type { Span } from "../run/span-tree.ts";
import { TrustWord } from "../trust/trust-mark.tsx";
import { formatDuration } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { FINDING_WORDS, FindingIcon, KIND_LOOKS, OUTCOME_LOOKS } from "./span-looks.ts";
import { type Axis, barOn } from "./time-axis.ts";

/** Deeper spans are not indented further, for lack of room. */
const INDENT_MAX = 14;

export const GRID =
  "grid grid-cols-[minmax(0,1fr)_4.5rem_5rem] min-[36rem]:max-md:grid-cols-[minmax(0,1fr)_10rem_5rem] [--indent:0.5rem] md:[--indent:0.875rem] md:grid-cols-[minmax(0,1fr)_6.5rem_5.75rem_5rem_minmax(0,30%)]";

type TimelineRowProps = {
  span: Span;
  depth: number;
  /** Null where it has no children. */
  isCollapsed: boolean | null;
  isPicked: boolean;
  axis: Axis;
  onPick: (span: Span) => void;
  onCollapse: (index: number, to: boolean) => void;
};

/** Rendered again only when its props change. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { span, depth, isCollapsed, isPicked, axis, onPick, onCollapse } = props;
  const kind = KIND_LOOKS[span.kind];
  return (
    <div
      className={cn(
        GRID,
        "relative h-full items-center border-b pr-4 pl-2 text-sm",
        isPicked ? "bg-accent-wash shadow-[inset_2px_0_0_var(--color-accent)]" : "hover:bg-hover",
      )}
    >
      <div
        {...CELL}
        className="flex min-w-0 items-center gap-1.5"
        style={{ paddingInlineStart: `calc(${Math.min(depth, INDENT_MAX)} * var(--indent))` }}
      >
        {isCollapsed === null ? (
          <span className="w-5 shrink-0" />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            aria-label={isCollapsed ? texts.expand() : texts.collapse()}
            className="relative z-1 grid size-5 shrink-0 place-items-center rounded-sm text-faint hover:bg-pressed hover:text-ink"
            onClick={() => onCollapse(span.index, !isCollapsed)}
          >
            <ChevronRight
              aria-hidden="true"
              className={cn("size-3.5 transition-transform", !isCollapsed && "rotate-90")}
            />
          </button>
        )}
        <kind.Icon className="size-3.5 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{kind.word}</span>
        <button
          data-tooltip={sayRow(kind.word, span)}
          type="button"
          tabIndex={-1}
          onClick={() => onPick(span)}
          className="truncate text-left font-medium after:absolute after:inset-0"
        >
          <InertText text={span.name} />
        </button>
        <span className="truncate font-mono text-xs text-faint max-md:hidden">{span.hopRef}</span>
        <Findings span={span} />
        <PlaceMark
          place={
            span.kind === "model-call"
              ? { at: "call", seq: span.firstSeq }
              : { at: "hop", hopRef: span.hopRef }
          }
        />
      </div>
      <Outcome span={span} />
      <TrustAndDuration span={span} />
      <div {...CELL} className="pl-4 max-md:hidden">
        <span className="sr-only">
          {texts.from({ value: formatDuration(Math.max(0, span.startMs)) })}
        </span>
        <Bar span={span} axis={axis} />
      </div>
    </div>
  );
});

function Outcome({ span }: { span: Span }) {
  const outcome = OUTCOME_LOOKS[span.outcome];
  return (
    <div {...CELL} className={cn("flex items-center gap-1 text-xs leading-3.5", outcome.tone)}>
      <outcome.Icon
        aria-hidden="true"
        strokeWidth={2}
        className={cn(
          "size-3 shrink-0",
          span.outcome === "running" && "animate-spin [animation-duration:2.4s]",
        )}
      />
      {outcome.word}
    </div>
  );
}

/** Two cells. Where there is no room for a column of trust, its word stands below the duration. */
function TrustAndDuration({ span }: { span: Span }) {
  // A model call always has one, even if it was not kept.
  const word = (span.trust !== null || span.kind === "model-call") && (
    <TrustWord trust={span.trust} />
  );
  return (
    <>
      <div {...CELL} className="text-xs max-md:hidden">
        {word}
      </div>
      <div {...CELL} className="text-right text-xs leading-3.5 whitespace-nowrap tabular-nums">
        <span className="block text-soft">
          {span.durationMs < 0 ? "–" : formatDuration(span.durationMs)}
        </span>
        {word && <span className="block md:hidden">{word}</span>}
      </div>
    </>
  );
}

/** `Tool, hop h4. Retried: attempt 2` */
function sayRow(kind: string, { hopRef, findings }: Span): string {
  const said = findings.map(({ code, text }) =>
    texts.findingSentence({ finding: FINDING_WORDS[code], text }),
  );
  return [texts.rowSummary({ kind, hopRef }), ...said].join(" ");
}

function Findings({ span }: { span: Span }) {
  const [first, ...others] = span.findings;
  if (!first) return null;
  const text = span.findings
    .map((one) => texts.findingLine({ finding: FINDING_WORDS[one.code], text: one.text }))
    .join("\n");
  return (
    <span className="ml-1 inline-flex h-4.5 min-w-0 shrink items-center gap-1 rounded-full bg-warn-wash px-1.5 text-[0.6875rem] font-medium text-warn">
      <FindingIcon className="size-3 shrink-0" strokeWidth={2} aria-hidden="true" />
      <span className="truncate">
        {FINDING_WORDS[first.code]}
        {others.length > 0 && ` +${others.length}`}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** Hidden from screen readers: the row's figures have the same content. */
function Bar({ span, axis }: { span: Span; axis: Axis }) {
  const bar = barOn(axis, span);
  const isOpen = span.durationMs < 0;
  return (
    <span aria-hidden="true" className="relative block h-2 rounded-full bg-line">
      {bar && (
        <span
          className={cn(
            "absolute inset-y-0 min-w-[3px] rounded-full",
            isOpen ? "bg-line-strong" : KIND_LOOKS[span.kind].bar,
            span.outcome === "failed" || span.outcome === "denied" ? "bg-danger" : "",
            span.outcome === "running" && "glint",
          )}
          style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
        />
      )}
    </span>
  );
}

/**
 * ARIA roles of a tree grid. They are explicit, because table elements lose their meaning with another display type.
 * The grid has the focus and names its active row.
 */
export const TREE_GRID = { role: "treegrid", tabIndex: 0 } as const;
export const ROW_GROUP = { role: "rowgroup" } as const;
export const ROW = { role: "row" } as const;
const CELL = { role: "gridcell" } as const;
export const COLUMN_HEAD = { role: "columnheader" } as const;
export const FIRST_ROW = { ...ROW, "aria-rowindex": 1 } as const;
