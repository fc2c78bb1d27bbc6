/**
 * Whether the sidebar is out of the way, kept in a cookie: the server reads it, so that the page arrives as it was left
 * and nothing moves when it loads.
 */
export const SIDEBAR_COOKIE = "halfsilver.sidebar";
export const COLLAPSED = "collapsed";

const KEPT_S = 31_536_000;

export function keepCollapsed(isCollapsed: boolean): void {
  const value = isCollapsed ? `${COLLAPSED}; max-age=${KEPT_S}` : "; max-age=0";
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in Firefox and Safari on plain HTTP.
  document.cookie = `${SIDEBAR_COOKIE}=${value}; path=/; samesite=lax`;
}
