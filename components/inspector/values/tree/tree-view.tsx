/** The rows of a tree. A large tree renders only the visible ones. */
"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from "react";
import { cn } from "@/components/ui/cn.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { CopyButton } from "../copy-button.tsx";
import { formatCount } from "../format-figures.ts";
import { FoldedText, MarkedText } from "../text/folded-text.tsx";
import { canOpen, isBranch, summariseBranch, type TreeRow, textOfLeaf } from "./tree-rows.ts";
import type { Tree } from "./use-tree.ts";

/** More rows than this scroll in their own pane. */
const PLAIN_ROWS = 150;
const ROW_PX = 20;

type TreeViewProps = {
  tree: Tree;
  title: string;
  /** A search text to mark. */
  wanted: string;
  /** True where the selected row shows its path itself. */
  namesPath: boolean;
};

export function TreeView({ tree, title, wanted, namesPath }: TreeViewProps) {
  const id = useId();
  const row = (at: number) => {
    const shown = tree.rows[at];
    return (
      shown && (
        <TreeRowView
          key={shown.id}
          id={`${id}${at}`}
          at={at}
          row={shown}
          isPicked={at === tree.picked}
          wanted={wanted}
          namesPath={namesPath}
        />
      )
    );
  };
  const frame = { tree, title, activeId: tree.picked < 0 ? undefined : `${id}${tree.picked}` };
  if (tree.rows.length > PLAIN_ROWS) return <LongTree {...frame} row={row} />;
  return <TreeFrame {...frame}>{tree.rows.map((_, at) => row(at))}</TreeFrame>;
}

type FrameProps = { tree: Tree; title: string; activeId: string | undefined };

function LongTree({ row, ...frame }: FrameProps & { row: (at: number) => ReactNode }) {
  const { rows, picked } = frame.tree;
  const pane = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 12,
  });
  useEffect(() => {
    if (picked >= 0) virtual.scrollToIndex(picked, { align: "auto" });
  }, [picked, virtual]);
  return (
    <TreeFrame {...frame} paneRef={pane}>
      <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            role="none"
            data-index={index}
            ref={virtual.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start}px)` }}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </TreeFrame>
  );
}

type TreeFrameProps = FrameProps & {
  paneRef?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

function TreeFrame({ tree, title, activeId, paneRef, children }: TreeFrameProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (tree.press(event.key)) event.preventDefault();
  };
  const onClick = ({ target }: MouseEvent) => {
    // Selecting text with the mouse, or pressing a button inside, does not select the row.
    if (!(target instanceof Element) || target.closest("button")) return;
    if (window.getSelection()?.isCollapsed === false) return;
    const at = Number(target.closest("[data-row]")?.getAttribute("data-row") ?? -1);
    const row = tree.rows[at];
    if (row && canOpen(row)) tree.toggle(at);
    else if (row) tree.pick(at);
  };
  return (
    <div
      ref={paneRef}
      role="tree"
      aria-label={title}
      aria-activedescendant={activeId}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className={cn(
        "group min-w-0 rounded-sm font-mono text-xs leading-5",
        paneRef && "h-112 max-h-[70vh] overflow-auto overscroll-contain",
      )}
    >
      {children}
    </div>
  );
}

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
function TreeRowView(props: TreeRowViewProps) {
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
          <MarkedText text={textOfLeaf(value)} wanted={wanted} />
        </span>
      )}
    </div>
  );
}
