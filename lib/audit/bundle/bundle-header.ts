/** What a bundle's first line claims, and how the row of its export says the same. Pure. */
import * as z from "zod/mini";
import { sha256 } from "#crypto";
import { toHex } from "../bytes.ts";
import { canonical } from "../canonical.ts";
import { isTombstone } from "./tombstones.ts";

const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));

/** Which rows a bundle has in full; of all others it has hashes. Empty: all rows. */
export const BundleQuery = z.strictObject({
  /** ISO 8601, inclusive. */
  from: text,
  /** ISO 8601, exclusive. */
  to: text,
  runId: text,
  /** Rows by this person, and about what this person wrote. */
  personId: text,
  /** Rows by one of these, or about what one of them wrote. */
  actorIds: texts,
  subjectIds: texts,
  action: text,
  target: text,
});
export type BundleQuery = z.infer<typeof BundleQuery>;

export type BundleHeader = {
  origin: string;
  query: BundleQuery;
  /** False: logs have commitments in place of what people, models and tools wrote. */
  payloads: boolean;
};

type Asked = {
  at: string;
  actorId: string | null;
  subjectId: string | null;
  runId: string | null;
  action: string;
  target: string;
};

/** Whether a bundle has a row in full because of its query. Tombstones are in every one. */
export function isInFull(query: BundleQuery, row: Asked): boolean {
  const { from, to, runId, personId, actorIds, subjectIds, action, target } = query;
  const { actorId, subjectId } = row;
  const at = Date.parse(row.at);
  const wanted = [
    from === undefined || at >= Date.parse(from),
    to === undefined || at < Date.parse(to),
    runId === undefined || row.runId === runId,
    personId === undefined || actorId === personId || subjectId === personId,
    actorIds === undefined || (actorId !== null && actorIds.includes(actorId)),
    subjectIds === undefined || (subjectId !== null && subjectIds.includes(subjectId)),
    action === undefined || row.action === action,
    target === undefined || row.target === target,
  ];
  return isTombstone(row.action) || wanted.every(Boolean);
}

export function isWhole(query: BundleQuery): boolean {
  return Object.keys(withoutGaps(query)).length === 0;
}

/** Without keys of which nothing is asked. */
export function withoutGaps(query: BundleQuery): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** What was counted before the row of an export was written: of the first `before` rows of the trail, `rows` are asked for. */
export type Counted = { before: number; rows: number };

const ExportDetail = z.looseObject({
  header: z.string(),
  before: z.int().check(z.nonnegative()),
  rows: z.int().check(z.nonnegative()),
});

/** The detail of the row `audit.exported`. It has no more of the query than a digest: a query can name people. */
export function toExportDetail(header: BundleHeader, { before, rows }: Counted) {
  const { payloads } = header;
  return { format: "bundle", payloads, header: digestOf(header), before, rows };
}

/** @returns what was counted; null where the row of the export does not say what the first line says */
export function matchExport(header: BundleHeader, detail: unknown): Counted | null {
  const parsed = ExportDetail.safeParse(detail);
  if (!parsed.success || parsed.data.header !== digestOf(header)) return null;
  const { before, rows } = parsed.data;
  return { before, rows };
}

function digestOf({ origin, query, payloads }: BundleHeader): string {
  return toHex(sha256(canonical({ origin, query: withoutGaps(query), payloads })));
}
