"use client";
/** A link that changes the query string without asking the server for a page. */
import type { ComponentProps, MouseEvent } from "react";
import { setSearch, useSearch } from "./use-search.ts";

type SearchLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** What changes in the query string; null takes a parameter away. */
  to: Record<string, string | null>;
  /** True where it leads to what is shown already. */
  current?: boolean;
};

export function SearchLink({ to, current = false, onClick, ...rest }: SearchLinkProps) {
  const { link } = useSearch();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // Anything but a plain click is the browser's: new tab, new window, save.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    setSearch(to);
  };
  return (
    <a {...rest} href={link(to)} onClick={follow} aria-current={current ? "true" : undefined} />
  );
}
