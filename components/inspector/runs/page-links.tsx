"use client";
/** From page to page, by places between rows: a new run moves nobody's page. */
import Link from "next/link";
import type { RunPage } from "@/lib/contracts/inspector.ts";
import { useSearch } from "../use-search.ts";

const LINK =
  "inline-flex h-7 items-center rounded-md border border-line-strong px-2.5 text-xs font-medium hover:bg-hover";

export function PageLinks({ page }: { page: RunPage }) {
  const { link } = useSearch();
  if (page.newer === null && page.older === null) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {page.newer && (
        <>
          <Link className={LINK} href={link({ before: null, after: null })}>
            Newest
          </Link>
          <Link className={LINK} href={link({ before: null, after: page.newer })}>
            Newer
          </Link>
        </>
      )}
      {page.older && (
        <Link className={LINK} href={link({ before: page.older, after: null })}>
          Older
        </Link>
      )}
    </nav>
  );
}
