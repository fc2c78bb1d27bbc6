import "server-only";
/** What the directory's tools share: limits, policy labels and answers. */
import type { ToolOutcome, ToolPolicy } from "../../tools/tool.ts";
import { UMS_LIMITS } from "../limits.ts";

export const LIMITS = {
  timeoutMs: UMS_LIMITS.toolTimeoutMs,
  maxResultBytes: UMS_LIMITS.toolMaxResultBytes,
  status: "looking-up",
} as const;

export const READS: ToolPolicy = { writes: false, egress: false, riskTags: [] };
/** Adding a person destroys nothing, so it needs no approval. */
export const ADDS: ToolPolicy = { writes: true, egress: false, riskTags: [] };
/** These destroy data, so the policies ask the person chatting for approval. */
export const CHANGES: ToolPolicy = { writes: true, egress: false, riskTags: ["changes-person"] };
export const DELETES: ToolPolicy = { writes: true, egress: false, riskTags: ["deletes-person"] };

export function answer(value: unknown): ToolOutcome {
  return { outcome: "ok", content: JSON.stringify(value) };
}

export function fail(content: string): ToolOutcome {
  return { outcome: "failed", content };
}

export function noSuchPerson(id: string): string {
  return `Nobody has the id ${id}. Look the person up with find_people and use the id from there.`;
}

export function emailTaken(email: string | undefined): string {
  return `The e-mail address ${email ?? ""} belongs to somebody else. Use another one.`;
}
