/** Sends a visit to the chat without a session cookie to the sign-in page. A courtesy: every read authorises by itself. */
import { type NextRequest, NextResponse } from "next/server";
import { signInPath } from "@/lib/auth/return-path.ts";

export function proxy(request: NextRequest): NextResponse {
  if (request.method !== "GET" && request.method !== "HEAD") return NextResponse.next();
  const { pathname, search, protocol, host } = request.nextUrl;
  // `host` is what the server listens on; behind a reverse proxy the browser knows another name.
  const scheme = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  const origin = `${scheme ? `${scheme}:` : protocol}//${request.headers.get("host") ?? host}`;
  return NextResponse.redirect(new URL(signInPath(pathname + search), origin));
}

// Next reads this without running it, so the cookie names of lib/auth/session-cookie-names.ts stand here again.
export const config = {
  matcher: [
    {
      source: "/",
      missing: [
        { type: "cookie", key: "halfsilver.session_token" },
        { type: "cookie", key: "__Secure-halfsilver.session_token" },
      ],
    },
    {
      source: "/c/:path*",
      missing: [
        { type: "cookie", key: "halfsilver.session_token" },
        { type: "cookie", key: "__Secure-halfsilver.session_token" },
      ],
    },
  ],
};
