/** The signer of this deployment's trail, and every key whose checkpoints count. */
import "server-only";
import { createSigner, type NoteSigner } from "../../audit/sign-note.ts";
import { settings } from "../../env/settings.ts";

export function trailKeys(): { signer: NoteSigner; verifierKeys: string[] } {
  const { AUDIT_ORIGIN, AUDIT_SIGNING_KEY, AUDIT_OLD_KEYS } = settings();
  const signer = createSigner(AUDIT_ORIGIN, Buffer.from(AUDIT_SIGNING_KEY, "base64url"));
  return { signer, verifierKeys: [signer.verifierKey, ...AUDIT_OLD_KEYS] };
}
