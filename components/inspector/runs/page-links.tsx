"use client";
/** From page to page, by places between rows: a new run moves nobody's page. */
import type { RunPage } from "@/lib/contracts/inspector.ts";
import { SearchLink } from "../search-link.tsx";

const LINK =
  "inline-flex h-7 items-center rounded-md border border-line-strong px-2.5 text-xs font-medium hover:bg-hover";

export function PageLinks({ page }: { page: RunPage }) {
  if (page.newer === null && page.older === null) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {page.newer && (
        <>
          <SearchLink className={LINK} to={{ before: null, after: null }}>
            Newest
          </SearchLink>
          <SearchLink className={LINK} to={{ before: null, after: page.newer }}>
            Newer
          </SearchLink>
        </>
      )}
      {page.older && (
        <SearchLink className={LINK} to={{ before: page.older, after: null }}>
          Older
        </SearchLink>
      )}
    </nav>
  );
}
