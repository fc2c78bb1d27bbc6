/** Bytes as text and back, where there is no Buffer. Pure. */
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export const toHex = bytesToHex;
export const concat = concatBytes;
export const utf8 = utf8ToBytes;

/** @returns null for what is not lower-case hex of whole bytes */
export function fromHex(hex: string): Uint8Array | null {
  return /^(?:[0-9a-f]{2})*$/.test(hex) ? hexToBytes(hex) : null;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** @returns null for what is not base64 as `toBase64` writes it */
export function fromBase64(base64: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return toBase64(bytes) === base64 ? bytes : null;
  } catch {
    return null;
  }
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
