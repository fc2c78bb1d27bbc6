/** One hop as a row. */
"use client";
import { memo, type Ref } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { HopInput } from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import * as texts from "@/lib/messages/inspector-graph.ts";
import { explainFinding } from "../run/trace/finding-terms.ts";
import { formatDuration, formatOffset } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { HOP_ICONS } from "./canvas/node-shape.tsx";
import { describeOutcome, describePassed, FINDING_WORDS } from "./hops/describe-node.ts";
import type { Hop } from "./hops/read-hops.ts";

const CELL = "px-2 py-2 align-top text-xs";
/** For columns that need a wide pane. On a narrow one, the hop's own cell has their content. */
export const WIDE = "@max-2xl:hidden";
/** Deeper hops are not indented further, for lack of room. */
const INDENT_MAX = 12;

type GraphTableRowProps = {
  hop: Hop;
  parent: Hop | undefined;
  depth: number;
  rowIndex: number;
  isParallel: boolean;
  isSelected: boolean;
  passed: HopInput | undefined;
  onSelect: (hop: Hop) => void;
  measure: Ref<HTMLTableRowElement>;
  dataIndex: number;
};

export const GraphTableRow = memo(function GraphTableRow(props: GraphTableRowProps) {
  const { hop, parent, depth, isSelected, passed } = props;
  const Icon = HOP_ICONS[hop.kind];
  const what = describePassed(passed) || "…";
  const began = `${formatOffset(hop.startMs)} s`;
  return (
    <tr
      ref={props.measure}
      data-index={props.dataIndex}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      className={cn(
        "relative border-b hover:bg-hover",
        isSelected && "bg-accent-wash shadow-[inset_2px_0_0_var(--color-accent)]",
      )}
    >
      <td className="px-2 py-1.5 pl-4 align-top">
        <div
          className="flex items-start gap-2"
          style={{ paddingInlineStart: `${Math.min(depth, INDENT_MAX) * 0.9}rem` }}
        >
          <Icon
            className="mt-[0.1875rem] size-3.5 shrink-0 text-faint"
            strokeWidth={1.75}
            aria-hidden
          />
          <div className="min-w-0">
            <button
              type="button"
              onClick={() => props.onSelect(hop)}
              aria-pressed={isSelected}
              className="rounded-sm text-left font-medium wrap-anywhere after:absolute after:inset-0"
            >
              <InertText text={hop.name} />
            </button>{" "}
            <span className="text-xs text-faint">
              <span className="font-mono wrap-anywhere">
                <InertText text={hop.ref} />
              </span>
              {` · ${hop.kind}`}
            </span>
            <span className="block text-xs text-faint @2xl:hidden">
              {parent && (
                <>
                  {texts.calledBy()} <InertText text={nameOf(parent)} />
                  {" · "}
                </>
              )}
              {texts.passedAndBegan({ passed: what, began })}
            </span>
            {hop.findings.map(({ code, text }) => (
              <p key={`${code}${text}`} className="flex items-start gap-1.5 pt-1 text-xs text-soft">
                <Chip tone="warn" className="relative z-1" {...explainFinding(code)}>
                  {FINDING_WORDS[code]()}
                </Chip>
                <span className="min-w-0 pt-0.5 wrap-anywhere">
                  <InertText text={text} />
                </span>
              </p>
            ))}
          </div>
        </div>
      </td>
      <td className={cn(CELL, WIDE, "text-soft wrap-anywhere")}>
        {parent ? <InertText text={nameOf(parent)} /> : "–"}
      </td>
      <td className={cn(CELL, WIDE, "text-soft tabular-nums")}>{what}</td>
      <td className={cn(CELL, hop.outcome === "failed" && "font-medium text-danger")}>
        {describeOutcome(hop)}
      </td>
      <td className={cn(CELL, WIDE, "text-right whitespace-nowrap tabular-nums")}>{began}</td>
      <td className={cn(CELL, "pr-4 text-right whitespace-nowrap tabular-nums")}>
        {hop.durationMs < 0 ? "–" : formatDuration(hop.durationMs)}
        {props.isParallel && <span className="block text-faint">{texts.parallel()}</span>}
      </td>
    </tr>
  );
});

function nameOf({ name, ref }: Hop): string {
  return `${name} ${ref}`;
}
