/** A text whose hits are marked, by ranges: no HTML comes from anywhere. */
"use client";
import type { TextRange } from "@/lib/contracts/public/search/find-ranges.ts";

type MarkedTextProps = { text: string; ranges: readonly TextRange[] };

export function MarkedText({ text, ranges }: MarkedTextProps) {
  const ends = [0, ...ranges.map(([, to]) => to)];
  return (
    <bdi>
      {ranges.map(([from, to], place) => (
        <span key={from}>
          {text.slice(ends[place], from)}
          <mark className="rounded-xs bg-accent-wash font-medium text-ink">
            {text.slice(from, to)}
          </mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </bdi>
  );
}
