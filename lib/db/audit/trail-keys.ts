/** The keys of this deployment's trail: of its checkpoints and of its rows, with earlier ones that still count. */
import "server-only";
import { type RowKey, toRowKey } from "../../audit/crypto/row-key.ts";
import { createSigner, type NoteSigner } from "../../audit/sign-note.ts";
import { processWide } from "../../env/process-wide.ts";
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

/** Keys by their setting, so that each is made once. */
const made = processWide<Map<string, RowKey>>("row-keys", () => new Map());

/** The present one first. */
export function rowKeys(): readonly RowKey[] {
  const { AUDIT_ROW_KEY, AUDIT_OLD_ROW_KEYS } = settings();
  return [AUDIT_ROW_KEY, ...AUDIT_OLD_ROW_KEYS].map(toKey);
}

/** What new rows and events are signed with. */
export function presentRowKey(): RowKey {
  return toKey(settings().AUDIT_ROW_KEY);
}

function toKey(setting: string): RowKey {
  const key = made().get(setting) ?? toRowKey(Buffer.from(setting, "base64url"));
  made().set(setting, key);
  return key;
}
