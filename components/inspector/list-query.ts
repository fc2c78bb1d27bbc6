/** What a list page asks for: kept in the address, read from it, narrowed, and cleared. */
import type * as z from "zod/mini";
import { setSearch } from "./search-link.tsx";

type QueryContract = z.ZodMiniObject<Record<string, z.ZodMiniType>>;

/** Reads the valid parameters of a query string; the others count as absent. */
export function readQuery<Contract extends QueryContract>(
  contract: Contract,
  get: (name: string) => string | null,
): z.infer<Contract> {
  const found: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(contract.shape)) {
    const value = parameter.safeParse(get(name) ?? undefined);
    if (value.success && value.data !== undefined) found[name] = value.data;
  }
  // Of two cursors, the one that goes on counts.
  if (found.before) delete found.after;
  return contract.parse(found);
}

/** The query as a query string, without absent parameters. */
export function toSearch(query: Record<string, string | undefined>): string {
  const there = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams(there).toString();
}

/** Changes the filters or the order, and goes to the first page. */
export function narrow(
  change: Record<string, string | null>,
  how: "push" | "replace" = "push",
): void {
  setSearch({ ...change, before: null, after: null }, how);
}

export function clearFilters(filters: readonly string[]): void {
  narrow(Object.fromEntries(filters.map((name) => [name, null])));
}

export function isFiltered<Name extends string>(
  query: Partial<Record<Name, unknown>>,
  filters: readonly Name[],
): boolean {
  return filters.some((name) => query[name] !== undefined);
}
