"use client";
/** One hop or model call: where it hangs in the tree, how it ended, and when. */
import { Bot, Compass, type LucideIcon, Server, Sparkles, Wrench } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { ToolCall } from "../model-calls/fold-tool-calls.ts";
import { toEvent } from "../run/use-panel.ts";
import { SearchLink } from "../search-link.tsx";
import { OutcomeChip } from "../status-chip.tsx";
import { formatBytes, formatDuration } from "../values/format-figures.ts";
import { InertText } from "../values/inert-text.tsx";
import type { Span } from "./fold-spans.ts";
import { SpanBar } from "./span-bar.tsx";

const ICONS: Record<Span["kind"], LucideIcon> = {
  coordinator: Compass,
  agent: Bot,
  service: Server,
  tool: Wrench,
  model: Sparkles,
};

/** Deeper ones are not indented further: there is no room. */
const INDENT_MAX = 12;

type SpanRowProps = {
  span: Span;
  /** The tool call that a tool hop is. */
  call: ToolCall | undefined;
  /** Length of the whole picture. */
  wholeMs: number;
  isRunning: boolean;
};

export function SpanRow({ span, call, wholeMs, isRunning }: SpanRowProps) {
  const Icon = ICONS[span.kind];
  const indent = Math.min(span.depth, INDENT_MAX);
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
            <SearchLink
              to={toEvent(span.seq)}
              className="rounded-sm font-medium wrap-anywhere after:absolute after:inset-0"
            >
              <InertText text={span.name} />
            </SearchLink>
            <SpanFacts span={span} call={call} />
            {span.findings.map((finding) => (
              <Chip key={finding} tone="warn" className="mt-1">
                {finding}
              </Chip>
            ))}
          </div>
        </div>
      </td>
      <td className="px-2 py-2 align-top">
        {span.outcome || isRunning ? (
          <OutcomeChip outcome={span.outcome} />
        ) : (
          <Chip tone="warn">No end</Chip>
        )}
      </td>
      <td className="px-2 py-2 text-right align-top whitespace-nowrap tabular-nums max-md:pr-4">
        {span.durationMs === null ? "–" : formatDuration(span.durationMs)}
      </td>
      <td className="px-2 py-3.5 pr-4 align-top max-md:hidden">
        <SpanBar span={span} wholeMs={wholeMs} isRunning={isRunning} />
      </td>
    </tr>
  );
}

function SpanFacts({ span, call }: Pick<SpanRowProps, "span" | "call">) {
  return (
    <p className="text-xs text-faint">
      {span.kind} · <span className="font-mono wrap-anywhere">{span.ref}</span>
      {span.parentRef !== null && (
        <>
          {" under "}
          <span className="font-mono wrap-anywhere">{span.parentRef}</span>
        </>
      )}
      {call && ` · ${formatBytes(call.called.arguments.bytes)} in`}
      {call?.returned && `, ${formatBytes(call.returned.result.bytes)} out`}
    </p>
  );
}
