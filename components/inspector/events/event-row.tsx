"use client";
/** One row of the log: place, time, what it is; opened, everything that it carries. */
import { ChevronRight, Eye } from "lucide-react";
import { memo } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import { OutcomeChip } from "../status-chip.tsx";
import {
  formatDuration,
  formatFullMoment,
  formatNoun,
  formatOffset,
} from "../values/format-figures.ts";
import { InertText } from "../values/inert-text.tsx";
import { describeEvent } from "./describe-event.ts";
import { EventFields } from "./event-fields.tsx";
import { EventIcon } from "./event-icon.tsx";
import { offsetOf } from "./event-types.ts";
import { joinPieces, type LogRow } from "./fold-log.ts";
import { previewEvent } from "./preview-event.ts";

type EventRowProps = {
  row: LogRow;
  originMs: number;
  /** How deep it lies in the tree of hops. */
  depth: number;
  isOpen: boolean;
  isPicked: boolean;
  isNew: boolean;
  onToggle: (seq: number, isOpen: boolean) => void;
};

/** Rendered again only when something of it changed: a row of the log never does, but for pieces that are added. */
export const EventRow = memo(EventRowContent, (before, after) => {
  const { row: rowBefore, ...restBefore } = before;
  const { row, ...rest } = after;
  const isSameRow = row.event === rowBefore.event && row.events.length === rowBefore.events.length;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return isSameRow && names.every((name) => rest[name] === restBefore[name]);
});

function EventRowContent(props: EventRowProps) {
  const { row, originMs, depth, isOpen, isPicked, isNew, onToggle } = props;
  const { event } = row;
  const { seq, at, visibility } = event;
  return (
    <li
      data-seq={seq}
      className={cn(
        "border-b [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]",
        isPicked && "shadow-[inset_2px_0_0_var(--color-accent)]",
        isNew && "settle",
      )}
    >
      <button
        type="button"
        data-row
        aria-expanded={isOpen}
        onClick={() => onToggle(seq, !isOpen)}
        className={cn(
          "flex w-full items-start gap-2 px-4 py-2 text-left focus-visible:-outline-offset-2",
          isPicked ? "bg-accent-wash" : "hover:bg-hover",
        )}
      >
        <ChevronRight
          aria-hidden="true"
          className={cn(
            "mt-0.5 size-3.5 shrink-0 text-faint transition-transform",
            isOpen && "rotate-90",
          )}
        />
        <span className="w-6 shrink-0 text-right font-mono text-xs leading-5 text-faint">
          {seq}
        </span>
        <span
          title={formatFullMoment(at)}
          className="w-12 shrink-0 text-right font-mono text-xs leading-5 text-faint"
        >
          {formatOffset(offsetOf(event, originMs))}
        </span>
        <Rails depth={depth} />
        <RowWords row={row} isOpen={isOpen} />
        {visibility === "public" && (
          <Chip className="max-md:px-1" title="The person's browser received this">
            <Eye className="size-3" strokeWidth={2} aria-hidden="true" />
            <span className="max-md:sr-only">seen</span>
          </Chip>
        )}
      </button>
      {isOpen && (
        <div className="px-4 pt-1 pb-4 md:pl-[8.25rem]">
          <EventFields row={row} />
        </div>
      )}
    </li>
  );
}

function RowWords({ row, isOpen }: { row: LogRow; isOpen: boolean }) {
  const { body } = row.event;
  const words = describeEvent(body);
  const isAnswer = body.type === "answer.delta";
  const text = isAnswer ? joinPieces(row).text : previewEvent(body);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <EventIcon type={body.type} />
        <span className="font-medium">{words.title}</span>
        <span className="min-w-0 text-soft wrap-anywhere">
          <InertText
            text={isAnswer ? formatNoun(row.events.length, "piece") : (words.detail ?? "")}
          />
        </span>
        {words.finding && <Chip tone="warn">{words.finding}</Chip>}
        {words.outcome && words.outcome !== "ok" && <OutcomeChip outcome={words.outcome} />}
        {words.durationMs !== undefined && (
          <span className="ml-auto text-xs text-faint tabular-nums">
            {formatDuration(words.durationMs)}
          </span>
        )}
      </span>
      {text && !isOpen && (
        <span className="mt-0.5 block truncate font-mono text-xs text-faint">
          <InertText text={text.slice(0, 240)} />
        </span>
      )}
    </span>
  );
}

function Rails({ depth }: { depth: number }) {
  return (
    <span aria-hidden="true" className="flex self-stretch max-md:hidden">
      {RAILS.slice(0, depth).map((rail) => (
        <span key={rail} className="-my-2 w-3 border-l border-line-strong" />
      ))}
    </span>
  );
}

/** Deeper hops are not indented further: there is no room. */
const RAILS = [1, 2, 3, 4, 5, 6, 7, 8];
