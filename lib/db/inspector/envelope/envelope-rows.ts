import "server-only";
/** Parses logged hop starts and their received headers, leniently, so that oddities stay visible. */
import { z } from "zod";

const Start = z.object({
  hopRef: z.string().catch(""),
  parentRef: z.string().nullable().catch(null),
  kind: z.string().catch("unknown"),
  nodeId: z.string().catch("unknown"),
  headers: z.record(z.string(), z.string()).nullable().catch(null).default(null),
  spilled: z.object({ sha256: z.string(), body: z.string() }).nullable().catch(null).default(null),
  signature: z.enum(["verified", "unsigned", "forged"]).nullable().catch(null).default(null),
});

export type StoredStart = z.infer<typeof Start> & { seq: number; at: Date };

export type StartRow = { seq: number; at: Date; payload: unknown };

export function toStoredStart({ seq, at, payload }: StartRow): StoredStart {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  return { ...Start.parse(fields), seq, at };
}

const Finding = z.object({
  code: z.string().catch("unreadable"),
  detail: z.string().catch("").default(""),
});
export type StoredFinding = { seq: number; code: string; detail: string };

export function toStoredFinding({ seq, payload }: StartRow): StoredFinding {
  const fields = typeof payload === "object" && payload !== null ? payload : {};
  return { seq, ...Finding.parse(fields) };
}
