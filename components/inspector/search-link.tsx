/** A link that changes the query string without requesting a page from the server. */
"use client";
import type { ComponentProps, MouseEvent } from "react";
import { setSearch, useSearch } from "./use-search.ts";

type SearchLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** The changes of the query string; null removes a parameter. */
  to: Record<string, string | null>;
  /** True where its target is already shown. */
  current?: boolean;
};

export function SearchLink({ to, current = false, onClick, ...rest }: SearchLinkProps) {
  const { link } = useSearch();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // The browser handles every other click: new tab, new window, save.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    setSearch(to);
  };
  return (
    <a {...rest} href={link(to)} onClick={follow} aria-current={current ? "true" : undefined} />
  );
}
