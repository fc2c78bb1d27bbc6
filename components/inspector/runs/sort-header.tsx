"use client";
/** The head of a column that the list can be sorted by: pressed again, the other way round. */
import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import type { RunQuery, RunSort } from "@/lib/contracts/inspector/runs/run-query.ts";
import { SearchLink } from "../search-link.tsx";
import { SORT_WORDS } from "./run-words.ts";

type SortHeaderProps = { by: RunSort; query: RunQuery; className: string; label?: string };

export function SortHeader({ by, query, className, label }: SortHeaderProps) {
  const isCurrent = (query.sort ?? "started") === by;
  const isDescending = query.dir !== "asc";
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  const next = {
    sort: by === "started" ? null : by,
    dir: isCurrent && isDescending ? "asc" : null,
    before: null,
    after: null,
  };
  const order = isDescending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isCurrent ? order : undefined} className={className}>
      <SearchLink
        to={next}
        className={cn(
          "inline-flex items-center gap-0.5 rounded-sm hover:text-ink",
          isCurrent && "text-ink",
        )}
      >
        {label ?? SORT_WORDS[by]}
        {isCurrent && <Arrow aria-hidden="true" className="size-3" />}
      </SearchLink>
    </th>
  );
}
