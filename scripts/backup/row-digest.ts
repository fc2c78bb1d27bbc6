/** A digest of rows in any order: the sum of their SHA-256. */
import { hash } from "node:crypto";

const MODULUS = 1n << 256n;

export class RowDigest {
  rows = 0;
  #sum = 0n;

  add(rows: readonly string[]): void {
    for (const row of rows) this.#sum = (this.#sum + BigInt(`0x${hash("sha256", row)}`)) % MODULUS;
    this.rows += rows.length;
  }

  get hex(): string {
    return this.#sum.toString(16).padStart(64, "0");
  }
}
