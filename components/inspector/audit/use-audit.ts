/** Reads the page of the audit trail that the address names, follows it, and begins a check. */
"use client";
import {
  keepPreviousData,
  replaceEqualDeep,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import {
  AuditFilters,
  AuditPage,
  AuditQuery,
} from "@/lib/contracts/inspector/audit/audit-query.ts";
import * as text from "@/lib/messages/inspector-audit.ts";
import { fetchInspected, InspectorRefusal } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { toSearch } from "../runs/use-runs.ts";
import { setSearch } from "../search-link.tsx";

const ADDRESS = "/api/admin/audit";
const FOLLOW_MS = 2_000;
const CHECKING_MS = 500;

const FILTERS = Object.keys(AuditFilters.shape) as (keyof AuditFilters)[];

/** Reads the valid parameters of a query string; the others count as absent. */
export function readAuditQuery(get: (name: string) => string | null): AuditQuery {
  const found: Record<string, string> = {};
  for (const name of Object.keys(AuditQuery.shape) as (keyof AuditQuery)[]) {
    const value = AuditQuery.shape[name].safeParse(get(name) ?? undefined);
    if (value.success && value.data !== undefined) found[name] = value.data;
  }
  return AuditQuery.parse(found);
}

export function isFiltered(query: AuditQuery): boolean {
  return FILTERS.some((name) => query[name] !== undefined);
}

export function clearFilters(): void {
  setSearch({ ...Object.fromEntries(FILTERS.map((name) => [name, null])), before: null });
}

/** @param isFollowed new events appear by themselves; an older page stays as it is */
export function useAudit(query: AuditQuery, isFollowed: boolean) {
  const search = toSearch(query);
  return useQuery({
    queryKey: inspectorKeys.audit(search),
    queryFn: ({ signal }) => fetchInspected(AuditPage, `${ADDRESS}?${search}`, signal),
    placeholderData: keepPreviousData,
    // The check of the trail goes on beside a list that stands still.
    structuralSharing: (before, page) =>
      replaceEqualDeep(before, isFollowed ? page : { ...Object(page), ...rowsOf(before) }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.isChecking) return CHECKING_MS;
      return isFollowed && query.before === undefined && FOLLOW_MS;
    },
  });
}

/** @param page of the trail; undefined where it is the first of its query */
function rowsOf(page: unknown): Partial<Pick<AuditPage, "events" | "older">> {
  if (page === undefined) return {};
  const { events, older } = page as AuditPage;
  return { events, older };
}

export function useCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: beginCheck,
    onSuccess: () => client.invalidateQueries({ queryKey: inspectorKeys.audits() }),
  });
}

async function beginCheck(): Promise<void> {
  const response = await fetch(ADDRESS, { method: "POST", cache: "no-store" });
  if (!response.ok) throw new InspectorRefusal(response.status, text.checkNotBegun());
}
