/** Signs notes (C2SP signed-note) with Ed25519. */
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { concat, toBase64, toHex, utf8 } from "./bytes.ts";
import { KEY_BYTES } from "./limits.ts";
import { ED25519, idOf, isName } from "./note.ts";

/** The header of the DER form of a private Ed25519 key. */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");

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
  const publicKey = new Uint8Array(spki.subarray(-KEY_BYTES));
  const id = idOf(name, publicKey);
  return {
    name,
    verifierKey: `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(ED25519), publicKey))}`,
    sign(text) {
      if (!text.endsWith("\n")) throw new Error("the text of a note ends in a newline");
      const signature = new Uint8Array(sign(null, utf8(text), key));
      return `${text}\n— ${name} ${toBase64(concat(id, signature))}\n`;
    },
  };
}
