/** Signed notes (C2SP signed-note) with Ed25519: checkpoints of the trail are such notes. Pure. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { KEY_BYTES, KEY_ID_BYTES, SIGNATURE_BYTES } from "./limits.ts";

/** The kind of signature in a key and in the id of a key. */
const ED25519 = 1;
/** The headers of the DER forms of a private and of a public Ed25519 key. */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");

export type NoteSigner = {
  name: string;
  /** `name+hex(id)+base64(0x01 ‖ public key)` */
  verifierKey: string;
  /** @param text ends in a newline @returns the note with one signature line */
  sign(text: string): string;
};

/** @param seed 32 bytes, secret @param name without spaces and plus signs */
export function createSigner(name: string, seed: Uint8Array): NoteSigner {
  if (!isName(name)) throw new Error(`"${name}" cannot name a key: no spaces, no plus sign`);
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_DER, seed]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = spki.subarray(PUBLIC_DER.length);
  const id = idOf(name, publicKey);
  const encoded = Buffer.concat([Buffer.of(ED25519), publicKey]).toString("base64");
  return {
    name,
    verifierKey: `${name}+${id.toString("hex")}+${encoded}`,
    sign(text) {
      if (!text.endsWith("\n")) throw new Error("the text of a note ends in a newline");
      const signature = sign(null, Buffer.from(text), key);
      return `${text}\n— ${name} ${Buffer.concat([id, signature]).toString("base64")}\n`;
    },
  };
}

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
    const known = keys.find(({ name, id }) => name === signature.name && id.equals(signature.id));
    if (!known) continue;
    const { bytes } = signature;
    if (bytes.length !== SIGNATURE_BYTES) return null;
    if (!verify(null, Buffer.from(text), known.key, bytes)) return null;
    isKnown = true;
  }
  return isKnown ? text : null;
}

type Verifier = { name: string; id: Buffer; key: KeyObject };

function readVerifierKey(vkey: string): Verifier {
  const [name = "", hex = "", encoded = ""] = splitAtPlus(vkey);
  const bytes = Buffer.from(encoded, "base64");
  const publicKey = bytes.subarray(1);
  const isWhole = bytes[0] === ED25519 && publicKey.length === KEY_BYTES && isName(name);
  if (!isWhole || idOf(name, publicKey).toString("hex") !== hex)
    throw new Error(`not a verifier key: ${vkey}`);
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_DER, publicKey]),
    format: "der",
    type: "spki",
  });
  return { name, id: Buffer.from(hex, "hex"), key };
}

/** The encoded key may contain plus signs itself. */
function splitAtPlus(vkey: string): string[] {
  const [name = "", id = "", ...rest] = vkey.split("+");
  return [name, id, rest.join("+")];
}

function readSignature(line: string): { name: string; id: Buffer; bytes: Buffer } | null {
  const [, name = "", encoded = ""] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  if (!isName(name) || bytes.length <= KEY_ID_BYTES || bytes.toString("base64") !== encoded)
    return null;
  return { name, id: bytes.subarray(0, KEY_ID_BYTES), bytes: bytes.subarray(KEY_ID_BYTES) };
}

/** The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key). */
function idOf(name: string, publicKey: Uint8Array): Buffer {
  const hash = createHash("sha256").update(name).update(Buffer.of(0x0a, ED25519));
  return hash.update(publicKey).digest().subarray(0, KEY_ID_BYTES);
}

function isName(name: string): boolean {
  return name !== "" && !/[\s+]/u.test(name);
}
