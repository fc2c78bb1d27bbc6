/**
 * What a bundle claims in its first line, held against its rows: the row of its export says the same, lies in its last
 * signed part, and counts as many rows as are in full.
 */
import type { Checkpoint } from "../checkpoint.ts";
import { BundleQuery, type Counted, isInFull, isWhole, matchExport } from "./bundle-header.ts";
import type { BundleLineOf } from "./bundle-line.ts";

export type ExportFault = "export-missing" | "header-changed" | "row-withheld" | "row-unasked";

type Fault = { place: number; why: ExportFault };
type FirstLine = BundleLineOf<"bundle">;
type Leaf = BundleLineOf<"event">["leaf"];

export class ExportClaim {
  readonly #first: FirstLine;
  /** Null: rows cannot be held against it. */
  readonly #asked: BundleQuery | null;
  readonly #exportId: string | undefined;
  /** The places of rows that are in full because of the query. */
  readonly #places: number[] = [];
  /** The first place of which there is no more than a hash. */
  #hashed: number | null = null;
  /** The row of the export, and what it counted. */
  #row: ({ place: number } & Counted) | null = null;
  /** The signed sizes behind that row. */
  readonly #ends: number[] = [];

  private constructor(first: FirstLine, asked: BundleQuery | null) {
    this.#first = first;
    this.#asked = asked;
    this.#exportId = first.version === 2 ? first.exportId : undefined;
  }

  /** Of a line of version 1, only a request for the whole trail is understood. @returns null if the query is malformed */
  static of(first: FirstLine): ExportClaim | null {
    const { data } = BundleQuery.safeParse(first.query);
    if (first.version === 1) return new ExportClaim(first, data && isWhole(data) ? data : null);
    return data ? new ExportClaim(first, data) : null;
  }

  /** What its first line asks for. */
  get query(): FirstLine["query"] {
    return this.#first.query;
  }

  /** Whether the first line names the row of its export. */
  get isNamed(): boolean {
    return this.#exportId !== undefined;
  }

  /** Null: no row vouches for the first line. */
  get exportedAt(): string | null {
    return this.#row && this.#first.at;
  }

  /** Whether the logs of runs have their payloads. */
  get hasPayloads(): boolean {
    return this.#first.payloads === true;
  }

  /** @returns the fault of a hash in place of rows that were asked for */
  readTree(place: number): Fault | null {
    if (this.#asked && isWhole(this.#asked)) return { place, why: "row-withheld" };
    this.#hashed ??= place;
    return null;
  }

  /** @param detail undefined where it is not in the bundle */
  readRow(leaf: Leaf, detail: unknown): Fault | null {
    const { place } = leaf;
    if (leaf.id === this.#exportId) return this.#readExport(leaf, detail);
    if (this.#asked && !isInFull(this.#asked, leaf)) return { place, why: "row-unasked" };
    this.#places.push(place);
    return null;
  }

  #readExport({ place, action, at }: Leaf, detail: unknown): Fault | null {
    const { origin, payloads = false } = this.#first;
    const counted = this.#asked && matchExport({ origin, query: this.#asked, payloads }, detail);
    if (action !== "audit.exported" || at !== this.#first.at || !counted)
      return { place, why: "header-changed" };
    this.#row = { place, ...counted };
    return null;
  }

  readCheckpoint(size: number): void {
    if (this.#row) this.#ends.push(size);
  }

  /**
   * The bundle ends with the first signed size behind the row of the export, and behind the rows that say that a run was erased
   * while it was exported.
   * @param size of the bundle's tree, of which all lines were read
   * @param tombstones the places of rows that say so
   */
  findFault(
    size: number,
    anchors: readonly Checkpoint[],
    tombstones: readonly number[],
  ): Fault | null {
    if (!this.isNamed) return null;
    const row = this.#row;
    if (!row) return { place: size, why: "export-missing" };
    const { place, before, rows } = row;
    const reach = tombstones.reduce((last, at) => Math.max(last, at), place);
    const end = this.#ends.find((signed) => signed > reach) ?? 0;
    const isBetween = anchors.some((anchor) => anchor.size > reach && anchor.size < size);
    if (end < size || isBetween) return { place, why: "export-missing" };
    const full = this.#places.filter((at) => at < before).length;
    return full === rows ? null : { place: this.#hashed ?? place, why: "row-withheld" };
  }
}
