/**
 * Brings theme, size of text and key that sends from the account to this device before the page is painted, and keeps there
 * what is chosen here.
 */
import "server-only";
import { accountScript } from "@/components/ui/device/account-script.ts";
import { KeepLook } from "@/components/ui/device/keep-look.tsx";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { log } from "@/lib/log/log.ts";
import { saveLook } from "./actions.ts";
import { ownPreferences } from "./own-preferences.ts";

/** Stands in the head, behind the script that sets what this device remembers: no body is there to be painted. */
export async function AccountLook({ nonce }: { nonce: string | undefined }) {
  const own = await readOwn();
  if (own === null) return null;
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {accountScript(own.personId, own.look)}
    </script>
  );
}

export async function KeepAccountLook() {
  const own = await readOwn();
  return own && <KeepLook personId={own.personId} save={saveLook} />;
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
