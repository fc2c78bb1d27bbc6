"use client";
/** Runs as a table. Where it is narrow, the first cell takes in what the hidden columns say. */
import type { InspectedRun } from "@/lib/contracts/inspector/run/inspected-run.ts";
import type { RunQuery } from "@/lib/contracts/inspector/runs/run-query.ts";
import { CELL, LG, MD } from "./run-columns.ts";
import { RunRow } from "./run-row.tsx";
import { SORT_WORDS } from "./run-words.ts";
import { SortHeader } from "./sort-header.tsx";

const HEAD = `${CELL} text-xs font-medium whitespace-nowrap text-faint align-bottom`;
const RIGHT = `${HEAD} text-right`;

export function RunTable({ runs, query }: { runs: readonly InspectedRun[]; query: RunQuery }) {
  const by = SORT_WORDS[query.sort ?? "started"].toLowerCase();
  return (
    <table className="w-full table-fixed border-y text-left">
      <caption className="sr-only">
        Runs by {by}, {query.dir === "asc" ? "ascending" : "descending"}
      </caption>
      <thead>
        <tr className="border-b">
          <th scope="col" className={HEAD}>
            Question, person
          </th>
          <th scope="col" className={`${HEAD} w-24 ${MD}`}>
            Agents
          </th>
          <th scope="col" className={`${HEAD} w-28`}>
            Status
          </th>
          <SortHeader by="deviation" query={query} className={`${HEAD} w-24 ${MD}`} />
          <th scope="col" className={`${HEAD} w-32 ${LG}`}>
            Policy
          </th>
          <SortHeader by="duration" query={query} className={`${RIGHT} w-20 ${MD}`} />
          <SortHeader by="model-calls" query={query} className={`${RIGHT} w-22 ${LG}`} />
          <SortHeader by="tool-calls" query={query} className={`${RIGHT} w-18 ${LG}`} />
          <SortHeader by="tokens" query={query} className={`${RIGHT} w-30 ${LG}`} />
          <SortHeader by="cost" query={query} className={`${RIGHT} w-16 ${LG}`} />
          <SortHeader by="started" query={query} className={`${RIGHT} w-30 ${MD}`} />
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  );
}
