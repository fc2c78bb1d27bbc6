/** Chooses where a person goes after signing in: a path of this site, or home. */

const HOME = "/";
const NOWHERE = "http://halfsilver.invalid";
const NEVER = ["/sign-in", "/sign-up", "/keep-account", "/api", "/_next"];

/**
 * The path to return to, safe to redirect to. Anything that could leave this origin
 * (`//host`, `/\host`, `https:`, control characters) becomes home.
 */
export function safeReturnPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return HOME;
  const url = URL.parse(wanted, NOWHERE);
  if (!url || url.origin !== NOWHERE || url.pathname.startsWith("//")) return HOME;
  if (NEVER.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`)))
    return HOME;
  return url.pathname + url.search + url.hash;
}

/** The address of the sign-in page that leads back to `path`. */
export function signInPath(path: string): string {
  const to = safeReturnPath(path);
  return to === HOME ? "/sign-in" : `/sign-in?to=${encodeURIComponent(to)}`;
}
