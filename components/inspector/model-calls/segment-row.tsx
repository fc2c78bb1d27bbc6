"use client";
/** One segment as a row of the prompt's table. */
import { Check, ChevronRight, CircleAlert, ShieldX } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import type { RebuiltSegment } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { Digest } from "../values/digest.tsx";
import { formatBytes } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { kindName, kindTone } from "./segment-kinds.ts";
import { WHY_NOT } from "./why-not-rebuilt.ts";

const CELL = "py-1 pr-3 align-top";

type SegmentRowProps = {
  segment: RebuiltSegment;
  /** False where every segment of the table has the same agent. */
  hasAgent: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

export function SegmentRow({ segment, hasAgent, isOpen, onToggle }: SegmentRowProps) {
  const { kind, source, agentId, bytes, sha256 } = segment;
  return (
    <tr className="border-t">
      <td className={CELL}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="-mx-1 flex max-w-full items-start gap-1.5 rounded-sm px-1 text-left hover:bg-hover"
        >
          <ChevronRight
            aria-hidden="true"
            className={cn(
              "mt-0.5 size-3 shrink-0 text-faint transition-transform",
              isOpen && "rotate-90",
            )}
          />
          <span
            aria-hidden="true"
            className="mt-1 inline-block size-2 shrink-0 rounded-[2px]"
            style={{ background: kindTone(kind) }}
          />
          <span className="min-w-0">
            <span className="mr-2 whitespace-nowrap">{kindName(kind)}</span>
            <span className="font-mono wrap-anywhere text-faint max-md:block">
              <InertText text={source} />
            </span>
          </span>
        </button>
      </td>
      {hasAgent && (
        <td className={cn(CELL, "text-soft max-md:hidden")}>
          <span className="wrap-anywhere">{agentId}</span>
          <NotAllowed segment={segment} />
        </td>
      )}
      <td className={cn(CELL, "pr-5 text-right whitespace-nowrap max-md:pr-3")}>
        {formatBytes(bytes)}
      </td>
      <td className={cn(CELL, "max-md:hidden")}>
        <Digest sha256={sha256} />
      </td>
      <td className={cn(CELL, "pr-0")}>
        <RebuiltMark rebuilt={segment.rebuilt} />
        <span className="md:hidden">
          <NotAllowed segment={segment} />
        </span>
      </td>
    </tr>
  );
}

function RebuiltMark({ rebuilt }: Pick<RebuiltSegment, "rebuilt">) {
  const isExact = rebuilt === "exact";
  const Icon = isExact ? Check : CircleAlert;
  return (
    <Explained
      text={isExact ? texts.whatIsShownHasTheRecorded() : WHY_NOT[rebuilt].sentence}
      className={cn("inline-flex items-center gap-1", isExact ? "text-good" : "text-warn")}
    >
      <Icon className="size-3 shrink-0" strokeWidth={2.25} aria-hidden="true" />
      {isExact ? texts.exact() : WHY_NOT[rebuilt].word}
    </Explained>
  );
}

function NotAllowed({ segment }: { segment: RebuiltSegment }) {
  if (segment.allowed) return null;
  return (
    <span className="flex items-center gap-1 text-danger">
      <ShieldX className="size-3 shrink-0" strokeWidth={2.25} aria-hidden="true" />
      {texts.notAllowed()}
    </span>
  );
}
