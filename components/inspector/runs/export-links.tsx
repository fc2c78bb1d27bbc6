"use client";
/** All that fits the filters, as a file: not the page alone. */
import { Download } from "lucide-react";
import type { RunQuery } from "@/lib/contracts/inspector/runs/run-query.ts";
import { toSearch } from "./use-runs.ts";

const LINK =
  "inline-flex h-7 items-center gap-1 rounded-md border border-line-strong px-2 text-xs font-medium hover:bg-hover";

export function ExportLinks({ query }: { query: RunQuery }) {
  const { before: _before, after: _after, ...filters } = query;
  return (
    <span className="flex items-center gap-1.5">
      {(["csv", "jsonl"] as const).map((format) => (
        <a
          key={format}
          href={`/api/admin/runs/export?${toSearch({ ...filters, format })}`}
          download
          className={LINK}
        >
          <Download className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">Export as </span>
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
