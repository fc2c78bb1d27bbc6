/**
 * The page's address, changed without requesting a page from the server. Next shows a new one in a transition, and writes it
 * into the browser's address again as it does: over a newer one, if there is one by then. It keeps the state of the entry in
 * the history, and there the newest stands.
 */

/** What an entry of the history says of an earlier load of the page does not count. */
type EntryState = { asked?: string; load?: number } | null;

/**
 * @param address a path, with its query string if it has one
 * @param how `replace` adds no entry to the browser's history
 */
export function changeAddress(address: string, how: "push" | "replace"): void {
  const [path = "", query] = address.split("?");
  const asked = toAddress(path, new URLSearchParams(query));
  const state: EntryState = { asked, load: performance.timeOrigin };
  if (how === "push") window.history.pushState(state, "", asked);
  else window.history.replaceState(state, "", asked);
}

/** The newest address, which the page may not show yet. */
export function addressNow(): { path: string; query: URLSearchParams } {
  const [path = "", query = ""] = newest().split("?");
  return { path, query: new URLSearchParams(query) };
}

function newest(): string {
  const state = window.history.state as EntryState;
  if (state?.asked !== undefined && state.load === performance.timeOrigin) return state.asked;
  const { pathname, search } = window.location;
  return toAddress(pathname, new URLSearchParams(search));
}

export function toAddress(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}
