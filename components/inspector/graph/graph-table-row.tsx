"use client";
/** One hop as a row. */
import { memo, type Ref } from "react";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { PassedToHop } from "@/lib/contracts/envelope-inspection.ts";
import { formatDuration, formatOffset } from "../values/format-figures.ts";
import { InertText } from "../values/inert-text.tsx";
import { describeOutcome, describePassed, FINDING_WORDS } from "./describe-node.ts";
import { HOP_ICONS } from "./node-shape.tsx";
import type { Hop } from "./read-hops.ts";

const CELL = "px-2 py-2 align-top text-xs whitespace-nowrap";
/** Deeper ones are not indented further: there is no room. */
const INDENT_MAX = 12;

type GraphTableRowProps = {
  hop: Hop;
  parent: Hop | undefined;
  depth: number;
  rowIndex: number;
  isParallel: boolean;
  isSelected: boolean;
  passed: PassedToHop | undefined;
  onSelect: (hop: Hop) => void;
  measure: Ref<HTMLTableRowElement>;
  dataIndex: number;
};

export const GraphTableRow = memo(function GraphTableRow(props: GraphTableRowProps) {
  const { hop, parent, depth, isSelected, passed } = props;
  const Icon = HOP_ICONS[hop.kind];
  return (
    <tr
      ref={props.measure}
      data-index={props.dataIndex}
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      className={cn("relative border-b hover:bg-hover", isSelected && "bg-accent-wash")}
    >
      <td className="min-w-56 px-2 py-1.5 pl-4 align-top">
        <div
          className="flex items-baseline gap-2"
          style={{ paddingInlineStart: `${Math.min(depth, INDENT_MAX) * 0.9}rem` }}
        >
          <Icon
            className="size-3.5 shrink-0 self-center text-faint"
            strokeWidth={1.75}
            aria-hidden
          />
          <button
            type="button"
            onClick={() => props.onSelect(hop)}
            aria-pressed={isSelected}
            className="rounded-sm text-left font-medium wrap-anywhere after:absolute after:inset-0"
          >
            <InertText text={hop.name} />
          </button>
          <span className="font-mono text-xs text-faint wrap-anywhere">
            <InertText text={hop.ref} />
          </span>
        </div>
      </td>
      <td className={CELL}>{hop.kind}</td>
      <td className={cn(CELL, "text-soft")}>
        {parent ? <InertText text={`${parent.name} ${parent.ref}`} /> : "–"}
      </td>
      <td className={cn(CELL, "text-soft tabular-nums")}>{describePassed(passed) || "…"}</td>
      <td className={CELL}>{describeOutcome(hop)}</td>
      <td className={cn(CELL, "text-right tabular-nums")}>{formatOffset(hop.startMs)} s</td>
      <td className={cn(CELL, "text-right tabular-nums")}>
        {hop.durationMs < 0 ? "–" : formatDuration(hop.durationMs)}
        {props.isParallel && <span className="block text-faint">∥ parallel</span>}
      </td>
      <td className="min-w-44 px-2 py-2 pr-4 align-top">
        {hop.findings.map(({ code, text }) => (
          <div key={`${code}${text}`} className="flex items-baseline gap-1.5 text-xs text-soft">
            <Chip tone="warn">{FINDING_WORDS[code]}</Chip>
            <InertText text={text} />
          </div>
        ))}
      </td>
    </tr>
  );
});
