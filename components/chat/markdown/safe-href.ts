/** Which addresses of a link may be followed. Pure. */

const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * The address, or null where following it could do more than go somewhere. Only absolute
 * addresses: a relative one in an answer would point into this application.
 */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(href.trim());
    return SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
