/** Parses logged hop starts and their received headers, leniently, so that oddities stay visible. */
import "server-only";
import { z } from "zod";
import { AGENT_SCOPES } from "../../../agent-state/agent-state.ts";

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

const Left = z.object({
  scope: z.enum(AGENT_SCOPES),
  variables: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()).catch({}).default({}),
});
export type StoredLeft = z.infer<typeof Left>;

/** What a hop left, from its end; null where the log does not say. */
export function toStoredLeft({ payload }: StartRow): StoredLeft | null {
  const { state } = (payload ?? {}) as { state?: unknown };
  return Left.safeParse(state).data ?? null;
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
