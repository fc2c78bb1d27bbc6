/** The security headers of every response, including refusals (decision 18). */
import type { Gets } from "./incoming-list.ts";

/** What a page of ours never asks for: neither our scripts nor a frame may. Copying to the clipboard is left. */
const UNUSED_FEATURES = [
  ...(["accelerometer", "autoplay", "camera", "display-capture"] as const),
  ...([
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
  ] as const),
  ...(["microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock"] as const),
  ...(["serial", "usb", "xr-spatial-tracking"] as const),
];

export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
  // A page that opens ours, or that ours opens, holds no handle on its window.
  "Cross-Origin-Opener-Policy": "same-origin",
} as const;

/** A browser shows nothing of a sandboxed response with another opener policy (HTML, "navigate"). */
export const SANDBOXED_HEADERS = { "Cross-Origin-Opener-Policy": "unsafe-none" } as const;

/** Headers of a shared copy. Its address is a secret, which must reach no other site and no index. */
export const COPY_HEADERS = {
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow, noarchive",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

export const CSP = "Content-Security-Policy";

/** A page of ours shows it; a frame without an origin loads scripts as any other site would. */
export const FRAME_HEADERS = {
  "X-Frame-Options": "SAMEORIGIN",
  "Access-Control-Allow-Origin": "*",
} as const;

/** The policy of responses that are not pages: if a browser renders one, it may load and run nothing. */
export const CSP_OF_DATA =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** A worker inherits the policy of its script and loads only our scripts. */
const CSP_OF_STATIC = CSP_OF_DATA.replace("default-src 'none'", "default-src 'self'");
/** No origin, no requests but for its own scripts, and styles that Mermaid writes into its pictures. */
const cspOfFrame = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "sandbox allow-scripts",
  ].join("; ");
const CSP_OF_FILE = `${CSP_OF_DATA}; sandbox`;

/**
 * @param nonce new for each response
 * @returns null for requests of the framework's own tools in development
 */
export function contentSecurityPolicy(
  gets: Gets,
  nonce: string,
  isDevelopment: boolean,
): string | null {
  switch (gets) {
    case "page":
      return pagePolicy(nonce, isDevelopment);
    case "static":
      return CSP_OF_STATIC;
    case "framework":
      return null;
    case "frame":
      return cspOfFrame(nonce);
    case "download":
      return CSP_OF_FILE;
    default:
      return CSP_OF_DATA;
  }
}

function pagePolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    // Scripts loaded by a script with the nonce are trusted too; browsers that support this ignore 'self'.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
