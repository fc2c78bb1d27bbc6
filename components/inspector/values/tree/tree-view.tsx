"use client";
/** The rows of a tree. A large tree renders only the visible ones. */
import { useVirtualizer } from "@tanstack/react-virtual";
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
import { TreeRowView } from "./tree-row-view.tsx";
import { canOpen } from "./tree-rows.ts";
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
