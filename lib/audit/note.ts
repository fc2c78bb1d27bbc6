/** Reads signed notes (C2SP signed-note) with Ed25519: checkpoints of the trail are such notes. Pure. */
import { sha256, verifyEd25519 } from "#crypto";
import { concat, fromBase64, isSame, toHex, utf8 } from "./bytes.ts";
import { KEY_BYTES, KEY_ID_BYTES, SIGNATURE_BYTES } from "./limits.ts";

/** The kind of signature in a key and in the id of a key. */
export const ED25519 = 1;

/**
 * @param vkeys known verifier keys; a malformed one is an error of the caller
 * @returns the text, if at least one known key has signed it and no signature of a known key is wrong; else null
 * @throws Error that names a malformed verifier key
 */
export function openNote(note: string, vkeys: readonly string[]): string | null {
  const keys = vkeys.map(readVerifierKey);
  const split = note.lastIndexOf("\n\n");
  if (split === -1 || !note.endsWith("\n")) return null;
  const text = note.slice(0, split + 1);
  let isKnown = false;
  for (const line of note.slice(split + 2, -1).split("\n")) {
    const signature = readSignature(line);
    if (!signature) return null;
    const known = keys.find(({ name, id }) => name === signature.name && isSame(id, signature.id));
    if (!known) continue;
    const { bytes } = signature;
    if (bytes.length !== SIGNATURE_BYTES) return null;
    if (!verifyEd25519(known.publicKey, utf8(text), bytes)) return null;
    isKnown = true;
  }
  return isKnown ? text : null;
}

type Verifier = { name: string; id: Uint8Array; publicKey: Uint8Array };

function readVerifierKey(vkey: string): Verifier {
  const [name = "", hex = "", encoded = ""] = splitAtPlus(vkey);
  const bytes = fromBase64(encoded) ?? new Uint8Array();
  const publicKey = bytes.subarray(1);
  const isWhole = bytes[0] === ED25519 && publicKey.length === KEY_BYTES && isName(name);
  const id = idOf(name, publicKey);
  if (!isWhole || toHex(id) !== hex) throw new Error(`not a verifier key: ${vkey}`);
  return { name, id, publicKey };
}

/** The encoded key may contain plus signs itself. */
function splitAtPlus(vkey: string): string[] {
  const [name = "", id = "", ...rest] = vkey.split("+");
  return [name, id, rest.join("+")];
}

function readSignature(line: string): { name: string; id: Uint8Array; bytes: Uint8Array } | null {
  const [, name = "", encoded = ""] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!bytes || !isName(name) || bytes.length <= KEY_ID_BYTES) return null;
  return { name, id: bytes.subarray(0, KEY_ID_BYTES), bytes: bytes.subarray(KEY_ID_BYTES) };
}

/** The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
export function idOf(name: string, publicKey: Uint8Array): Uint8Array {
  const bytes = concat(utf8(name), Uint8Array.of(0x0a, ED25519), publicKey);
  return sha256(bytes).subarray(0, KEY_ID_BYTES);
}

/** Keys are named without spaces and plus signs. */
export function isName(name: string): boolean {
  return name !== "" && !/[\s+]/u.test(name);
}
