"use client";
/** One row of a tree. */
import { ChevronRight } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { CopyButton } from "../copy-button.tsx";
import { formatCount } from "../format-figures.ts";
import { FoldedText } from "../text/folded-text.tsx";
import { MarkedText } from "../text/marked-text.tsx";
import { isBranch, summariseBranch } from "./json-branch.ts";
import { canOpen, type TreeRow } from "./tree-rows.ts";

type TreeRowViewProps = {
  id: string;
  /** Its index among the rows, from 0. */
  at: number;
  row: TreeRow;
  isPicked: boolean;
  /** A search text to mark. */
  wanted: string;
  /** True where the selected row shows its path itself. */
  namesPath: boolean;
};

/** The tree handles keys and presses: a row is never focused itself. */
export function TreeRowView(props: TreeRowViewProps) {
  const { id, at, row, isPicked, namesPath } = props;
  const opens = canOpen(row);
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-selected={isPicked}
      aria-expanded={opens ? row.open : undefined}
      data-row={at}
      style={{ paddingLeft: `${row.depth * 0.875}rem` }}
      className={cn(
        "flex min-w-0 items-start gap-1 rounded-sm focus:outline-none",
        opens && "cursor-pointer hover:bg-hover",
        isPicked &&
          "bg-accent-wash group-focus-visible:outline-2 group-focus-visible:outline-accent",
      )}
    >
      <span className="w-3.5 shrink-0">
        {opens && (
          <ChevronRight
            aria-hidden="true"
            className={cn("mt-[3px] size-3.5 text-faint", row.open && "rotate-90")}
          />
        )}
      </span>
      <RowContent {...props} />
      {isPicked && namesPath && (
        <span className="ml-auto flex min-w-0 shrink items-center pl-2 text-[0.6875rem] text-faint">
          <span className="truncate">{row.pointer}</span>
          <CopyButton text={() => row.pointer} what={texts.path()} className="-my-1 size-6" />
        </span>
      )}
    </div>
  );
}

function RowContent({ row, wanted }: TreeRowViewProps) {
  const { name, value, range } = row;
  if (range) {
    return (
      <span className="text-faint">
        {formatCount(range.from)} … {formatCount(range.to - 1)}
      </span>
    );
  }
  const isText = typeof value === "string";
  const isBlock = isText && (value.includes("\n") || value.length > 160);
  return (
    <div className={cn("min-w-0", !isBlock && "flex gap-1.5", isBlock && "flex-1")}>
      {name !== null && (
        <span className="shrink-0 text-code-name">
          <MarkedText text={name} wanted={wanted} />
          <span className="text-faint">:</span>
        </span>
      )}
      {isText ? (
        <FoldedText
          text={value}
          wanted={wanted}
          mono
          className={cn(
            "text-code-text",
            isBlock && name !== null && "my-1 rounded-sm bg-sunken px-2 py-1.5",
          )}
        />
      ) : isBranch(value) ? (
        <span className="truncate text-faint">{summariseBranch(value)}</span>
      ) : (
        <span className="text-code-value">
          <MarkedText text={String(value)} wanted={wanted} />
        </span>
      )}
    </div>
  );
}
