import "server-only";
/** What the directory's tools have in common: limits, labels, and how they answer. */
import type { ToolOutcome, ToolPolicy } from "../../tools/tool.ts";

export const LIMITS = {
  timeoutMs: 5_000,
  maxResultBytes: 32 * 1024,
  status: "looking-up",
} as const;

export const READS: ToolPolicy = { writes: false, egress: false, riskTags: [] };
/** Adding a person takes nothing from anybody. */
export const ADDS: ToolPolicy = { writes: true, egress: false, riskTags: [] };
/** What was there before is gone afterwards: policy wants the word of the person chatting. */
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
