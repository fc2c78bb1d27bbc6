/** What the directory's tools share: limits, policy labels and answers. */
import "server-only";
import { z } from "zod";
import { REMEMBERED_LIMITS } from "../../tools/limits.ts";
import {
  rememberedDate,
  rememberedId,
  rememberedObject,
  rememberedText,
} from "../../tools/remembered-fields.ts";
import type { ToolOutcome, ToolPolicy } from "../../tools/tool.ts";
import { UMS_LIMITS } from "../limits.ts";

export const LIMITS = {
  timeoutMs: UMS_LIMITS.toolTimeoutMs,
  maxResultBytes: UMS_LIMITS.toolMaxResultBytes,
  status: "looking-up",
  origin: "directory",
} as const;

export const READS: ToolPolicy = { writes: false, egress: false, riskTags: [] };
/** The directory is everybody's, so the policies ask the person chatting for approval of each change. */
export const ADDS: ToolPolicy = { writes: true, egress: false, riskTags: ["adds-person"] };
export const CHANGES: ToolPolicy = { writes: true, egress: false, riskTags: ["changes-person"] };
export const DELETES: ToolPolicy = { writes: true, egress: false, riskTags: ["deletes-person"] };

const PERSON = {
  id: rememberedId,
  name: rememberedText(REMEMBERED_LIMITS.nameMaxChars),
  joined: rememberedDate,
};
/** What memory keeps of a person: who it is and since when, but not how to reach them. */
export const rememberedPerson = z.object(PERSON);
export const rememberedChange = z.object({
  created: rememberedObject(PERSON),
  updated: rememberedObject(PERSON),
  deleted: rememberedObject(PERSON),
});

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
