"use client";
/** One hop: where it hangs in the tree, how it ended, and when. */
import { Bot, Compass, type LucideIcon, Server, Wrench } from "lucide-react";
import Link from "next/link";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import type { HopKind } from "../events/event-types.ts";
import type { ToolCall } from "../model-calls/fold-tool-calls.ts";
import { usePanel } from "../run/use-panel.ts";
import { OutcomeChip } from "../status-chip.tsx";
import { formatBytes, formatDuration } from "../values/format-figures.ts";
import { InertText } from "../values/inert-text.tsx";
import type { Hop } from "./fold-hops.ts";

const ICONS: Record<HopKind, LucideIcon> = {
  coordinator: Compass,
  agent: Bot,
  service: Server,
  tool: Wrench,
};

const INDENT_MAX = 12;

type HopRowProps = {
  hop: Hop;
  /** The tool call that this hop is, where it is one. */
  call: ToolCall | undefined;
  /** Length of the whole picture. */
  spanMs: number;
  isRunning: boolean;
};

export function HopRow({ hop, call, spanMs, isRunning }: HopRowProps) {
  const { linkTo } = usePanel();
  const Icon = ICONS[hop.kind];
  const indent = Math.min(hop.depth, INDENT_MAX);
  return (
    <tr className="relative border-b transition-colors hover:bg-hover">
      <td className="px-2 py-2 pl-4 align-top">
        <div
          className="flex min-w-0 items-start gap-2"
          style={{ paddingInlineStart: `${indent}rem` }}
        >
          <Icon
            className="mt-0.5 size-4 shrink-0 text-faint"
            strokeWidth={1.75}
            aria-hidden="true"
          />
          <div className="min-w-0">
            <Link
              href={linkTo(hop.seq)}
              scroll={false}
              className="rounded-sm font-medium wrap-anywhere after:absolute after:inset-0"
            >
              <InertText text={hop.nodeId} />
            </Link>
            <p className="text-xs text-faint">
              {hop.kind} · <span className="font-mono">{hop.hopRef}</span>
              {hop.parentRef !== null && (
                <>
                  {" "}
                  under <span className="font-mono">{hop.parentRef}</span>
                </>
              )}
              {call && (
                <>
                  {" "}
                  · {formatBytes(call.called.arguments.bytes)} in
                  {call.returned && `, ${formatBytes(call.returned.result.bytes)} out`}
                </>
              )}
            </p>
            {hop.findings.map((finding) => (
              <Chip key={finding} tone="warn" className="mt-1">
                {finding}
              </Chip>
            ))}
          </div>
        </div>
      </td>
      <td className="px-2 py-2 align-top">
        <HopOutcome hop={hop} isRunning={isRunning} />
      </td>
      <td className="px-2 py-2 text-right align-top whitespace-nowrap tabular-nums">
        {hop.durationMs === null ? "–" : formatDuration(hop.durationMs)}
      </td>
      <td className="px-2 py-2 pr-4 align-middle max-md:hidden">
        <SpanBar hop={hop} spanMs={spanMs} isRunning={isRunning} />
      </td>
    </tr>
  );
}

function HopOutcome({ hop, isRunning }: { hop: Hop; isRunning: boolean }) {
  if (hop.outcome || isRunning) return <OutcomeChip outcome={hop.outcome} />;
  return <Chip tone="warn">No end</Chip>;
}

/** The figures in the row say the same. */
function SpanBar({ hop, spanMs, isRunning }: { hop: Hop; spanMs: number; isRunning: boolean }) {
  const isOpen = hop.durationMs === null;
  const left = (hop.startedMs / spanMs) * 100;
  const width = isOpen ? 100 - left : ((hop.durationMs ?? 0) / spanMs) * 100;
  return (
    <div aria-hidden="true" className="h-2 rounded-full bg-line">
      <div
        className={cn(
          "h-full min-w-[3px] rounded-full",
          isOpen ? "bg-line-strong" : hop.kind === "tool" ? "bg-silver" : "bg-accent",
          isOpen && isRunning && "glint",
        )}
        style={{
          marginInlineStart: `${Math.min(left, 99)}%`,
          width: `${Math.min(width, 100 - left)}%`,
        }}
      />
    </div>
  );
}
