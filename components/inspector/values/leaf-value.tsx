/** A value in a row, or its size where it is masked. */
"use client";
import { EyeOff } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as texts from "@/lib/messages/inspector-values.ts";
import { formatBytes } from "./format-figures.ts";
import { meaningOf } from "./term.tsx";
import { FoldedText } from "./text/folded-text.tsx";

type LeafValueProps = { payload: Payload; className?: string };

export function LeafValue({ payload, className }: LeafValueProps) {
  const { value, withheld, bytes, sha256 } = payload;
  if (withheld) {
    return (
      <Explained
        text={sha256 ? `${meaningOf("masked")} SHA-256 ${sha256}` : meaningOf("masked")}
        className={cn("inline-flex items-center gap-1 text-xs text-soft", className)}
      >
        <EyeOff aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
        {withheld === "masked" ? texts.masked() : texts.notLoaded()} · {formatBytes(bytes)}
      </Explained>
    );
  }
  if (typeof value === "string" && value !== "") {
    return <FoldedText text={value} mono className={cn("text-code-text", className)} />;
  }
  return (
    <span className={cn("font-mono text-xs leading-5 wrap-anywhere text-code-value", className)}>
      {value === "" ? texts.emptyText() : describe(value)}
    </span>
  );
}

function describe(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return texts.emptyList();
  if (typeof value === "object" && value !== null && Object.keys(value).length === 0) {
    return texts.emptyObject();
  }
  return JSON.stringify(value) ?? texts.nothing();
}
