/**
 * Brings theme, size of text and key that sends from the account to this device before the page is painted, and keeps there
 * what is chosen here.
 */
import "server-only";
import { headers } from "next/headers";
import { accountScript } from "@/components/ui/device/account-script.ts";
import { KeepLook } from "@/components/ui/device/keep-look.tsx";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { log } from "@/lib/log/log.ts";
import { saveLook } from "./actions.ts";
import { ownPreferences } from "./own-preferences.ts";

/** First in the body: nothing that stands behind its script is painted before it. Nothing when signed out. */
export async function AccountLook() {
  const own = await readOwn();
  if (own === null) return null;
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning>
        {accountScript(own.personId, own.look)}
      </script>
      <KeepLook personId={own.personId} save={saveLook} />
    </>
  );
}

/** Without a database the page looks as this device last did. The page itself says what is wrong. */
async function readOwn() {
  try {
    const [actor, own] = await Promise.all([getActor(), ownPreferences()]);
    return actor && own && { personId: actor.userId, look: own.look };
  } catch (error) {
    log().warn({ err: error }, "the look of an account could not be read");
    return null;
  }
}
