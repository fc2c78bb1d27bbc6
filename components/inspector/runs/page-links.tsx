"use client";
/** How much of the list is shown, and the way from page to page: by places between rows, so a new run moves nobody. */
import type { RunPage } from "@/lib/contracts/inspector/runs/run-query.ts";
import { SearchLink } from "../search-link.tsx";
import { formatCount } from "../values/format-figures.ts";

const LINK =
  "inline-flex h-7 items-center rounded-md border border-line-strong px-2.5 text-xs font-medium hover:bg-hover";

export function PageLinks({ page }: { page: RunPage }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-xs text-faint tabular-nums">
        Showing {formatCount(page.runs.length)} of {formatCount(page.total)}
      </p>
      {(page.newer !== null || page.older !== null) && (
        <nav aria-label="Pages" className="flex gap-2">
          {page.newer && (
            <>
              <SearchLink className={LINK} to={{ before: null, after: null }}>
                First
              </SearchLink>
              <SearchLink className={LINK} to={{ before: null, after: page.newer }}>
                Previous
              </SearchLink>
            </>
          )}
          {page.older && (
            <SearchLink className={LINK} to={{ before: page.older, after: null }}>
              Next
            </SearchLink>
          )}
        </nav>
      )}
    </div>
  );
}
