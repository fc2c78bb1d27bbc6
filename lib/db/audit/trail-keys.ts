/** The keys of this deployment's trail: of its checkpoints and of its rows, with earlier ones that still count. */
import "server-only";
import { type RowKey, toRowKey } from "../../audit/crypto/row-mac.ts";
import { createSigner, type NoteSigner } from "../../audit/sign-note.ts";
import { settings } from "../../env/settings.ts";

export type TrailKeys = {
  signer: NoteSigner;
  /** The signer's, and those of earlier keys. */
  verifierKeys: readonly string[];
  rowKeys: readonly RowKey[];
};

export function trailKeys(): TrailKeys {
  const { AUDIT_ORIGIN, AUDIT_SIGNING_KEY, AUDIT_OLD_KEYS } = settings();
  const signer = createSigner(AUDIT_ORIGIN, Buffer.from(AUDIT_SIGNING_KEY, "base64url"));
  const verifierKeys = [signer.verifierKey, ...AUDIT_OLD_KEYS];
  return { signer, verifierKeys, rowKeys: rowKeys() };
}

/** The present one first. */
export function rowKeys(): readonly RowKey[] {
  const { AUDIT_ROW_KEY, AUDIT_OLD_ROW_KEYS } = settings();
  return [AUDIT_ROW_KEY, ...AUDIT_OLD_ROW_KEYS].map((key) =>
    toRowKey(Buffer.from(key, "base64url")),
  );
}
