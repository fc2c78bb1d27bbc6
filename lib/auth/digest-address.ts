/** Hashes an e-mail or network address, so that what is stored contains no readable one. */
import "server-only";
import { createHash } from "node:crypto";

export function digestAddress(address: string): string {
  return createHash("sha256").update(address).digest("base64url");
}
