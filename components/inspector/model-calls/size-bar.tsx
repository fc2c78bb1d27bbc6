/** The segments of a prompt as parts of a bar, by size. */
"use client";
import type { ManifestSegment } from "@/lib/contracts/run/prompt-manifest.ts";
import { numberItems } from "../values/number-items.ts";
import { kindTone } from "./segment-kinds.ts";

type SizeBarProps = {
  segments: readonly Pick<ManifestSegment, "kind" | "bytes">[];
  bytes: number;
};

export function SizeBar({ segments, bytes }: SizeBarProps) {
  if (bytes === 0) return null;
  return (
    <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-full bg-line">
      {numberItems(segments).map(({ ordinal, item: segment }) => (
        <span
          key={ordinal}
          className="min-w-[2px]"
          style={{ flexGrow: segment.bytes, background: kindTone(segment.kind) }}
        />
      ))}
    </div>
  );
}
