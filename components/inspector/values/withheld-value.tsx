"use client";
/** Placeholder for a masked value: its size and its digest. */
import { EyeOff } from "lucide-react";
import type { Payload } from "@/lib/contracts/inspector/events/inspected-event.ts";
import * as text from "@/lib/messages/inspector-values.ts";
import { Reveal } from "../opening/reveal.tsx";
import { Digest } from "./digest.tsx";
import { formatBytes } from "./format-figures.ts";

export function WithheldValue({ payload }: { payload: Payload }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
      <EyeOff className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span>{withheldWords(payload)}</span>
      <span className="tabular-nums">{formatBytes(payload.bytes)}</span>
      {payload.sha256 && <Digest sha256={payload.sha256} />}
      {payload.withheld === "masked" && payload.sha256 && <Reveal sha256={payload.sha256} />}
    </span>
  );
}

/** The reason in words. */
export function withheldWords({ withheld }: Pick<Payload, "withheld">): string {
  return withheld === "deferred" ? text.notFetchedYet() : text.maskedValue();
}
