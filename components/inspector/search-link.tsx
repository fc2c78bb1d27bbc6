"use client";
/** A link to another view of this page: it has an address, and following it asks the server for no page. */
import type { MouseEvent, ReactNode } from "react";
import { setSearch, useSearch } from "./use-search.ts";

type SearchLinkProps = {
  /** What changes in the query string; null takes a parameter away. */
  to: Record<string, string | null>;
  /** True where it leads to what is shown already. */
  current?: boolean;
  className?: string;
  children: ReactNode;
};

export function SearchLink({ to, current = false, className, children }: SearchLinkProps) {
  const { link } = useSearch();
  const follow = (event: MouseEvent) => {
    // Anything but a plain click is the browser's: new tab, new window, save.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    setSearch(to);
  };
  return (
    <a
      href={link(to)}
      onClick={follow}
      aria-current={current ? "true" : undefined}
      className={className}
    >
      {children}
    </a>
  );
}
