"use client";
/** What the list is narrowed to: status, and a part of the person's name or address. */
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { type RunQuery, RunStatus } from "@/lib/contracts/inspector.ts";
import { SearchLink } from "../search-link.tsx";
import { STATUS_LOOKS } from "../status-chip.tsx";
import { setSearch } from "../use-search.ts";

const TYPING_MS = 250;
const CHOICES = [undefined, ...RunStatus.options] as const;

export function RunFilters({ query }: { query: RunQuery }) {
  return (
    <search className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <StatusFilter status={query.status} />
      <PersonFilter person={query.person ?? ""} />
    </search>
  );
}

function StatusFilter({ status }: Pick<RunQuery, "status">) {
  return (
    <ul
      aria-label="Status"
      className="flex flex-wrap items-center gap-0.5 rounded-md bg-sunken p-0.5"
    >
      {CHOICES.map((choice) => (
        <li key={choice ?? "all"}>
          <SearchLink
            to={{ status: choice ?? null, before: null, after: null }}
            current={choice === status}
            className={cn(
              "flex h-7 items-center rounded-sm px-2.5 text-xs",
              choice === status
                ? "bg-raised text-ink shadow-[0_0_0_1px_var(--color-line)]"
                : "text-faint hover:text-ink",
            )}
          >
            {choice ? STATUS_LOOKS[choice].word : "All"}
          </SearchLink>
        </li>
      ))}
    </ul>
  );
}

function PersonFilter({ person }: { person: string }) {
  const [typed, setTyped] = useState(person);
  const [applied, setApplied] = useState(person);
  if (person !== applied) {
    // The address changed by itself: back, forward, or cleared.
    setApplied(person);
    if (person !== typed.trim()) setTyped(person);
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === applied) return;
    const timer = setTimeout(
      () => setSearch({ person: wanted, before: null, after: null }, "replace"),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, applied]);
  return (
    <input
      type="search"
      aria-label="Person"
      placeholder="Name or e-mail"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className="h-8 w-48 rounded-md border border-field bg-raised px-2.5 text-sm placeholder:text-faint max-md:w-full"
    />
  );
}
