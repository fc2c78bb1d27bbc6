/** Sends a visit without a session cookie to the sign-in page. A courtesy: every read authorises by itself. */
import { type NextRequest, NextResponse } from "next/server";
import { signInPath } from "@/lib/auth/return-path.ts";

export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  return NextResponse.redirect(new URL(signInPath(pathname + search), request.url));
}

// Next reads this without running it, so the cookie names of lib/auth/session-cookie-names.ts stand here again.
export const config = {
  matcher: [
    {
      source: "/((?!api/|_next/|sign-in|sign-up|icon.svg).*)",
      missing: [
        { type: "cookie", key: "halfsilver.session_token" },
        { type: "cookie", key: "__Secure-halfsilver.session_token" },
      ],
    },
  ],
};
