/** better-auth on our tables. Only this room calls it; none of its own HTTP routes is exposed. */
import "server-only";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { betterAuth } from "better-auth/minimal";
import { admin } from "better-auth/plugins";
import { createAccessControl } from "better-auth/plugins/access";
import { adminAc, defaultStatements, userAc } from "better-auth/plugins/admin/access";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../contracts/limits.ts";
import { auditedAccounts } from "../db/accounts/audited-accounts.ts";
import { processWide } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { SESSION_LIFETIME_S } from "./limits.ts";
import { usesSecureCookies } from "./session/session-cookie.ts";

/** The one instance of this process. */
export const auth = processWide("auth", create);

function create() {
  const access = createAccessControl(defaultStatements);
  return betterAuth({
    appName: "Halfsilver",
    baseURL: settings().BETTER_AUTH_URL ?? "http://localhost:3000",
    secret: settings().BETTER_AUTH_SECRET,
    database: prismaAdapter(auditedAccounts(), { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_CHARS,
      maxPasswordLength: PASSWORD_MAX_CHARS,
    },
    session: { expiresIn: SESSION_LIFETIME_S, disableSessionRefresh: true },
    plugins: [
      admin({
        defaultRole: "user",
        adminRoles: ["admin"],
        roles: {
          user: access.newRole(userAc.statements),
          auditor: access.newRole(userAc.statements),
          admin: access.newRole(adminAc.statements),
        },
      }),
    ],
    // Our own limiter answers a locked-out address like a wrong password: see sign-in-limiter.ts.
    rateLimit: { enabled: false },
    advanced: { cookiePrefix: "halfsilver", useSecureCookies: usesSecureCookies() },
    // Its log lines may contain an e-mail address. Errors are thrown to us in any case.
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
}
