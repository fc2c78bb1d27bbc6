/** What a server tells of a tool, as it is digested and kept. */
import { z } from "zod";

export const ToldTool = z.strictObject({
  server: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  inputSchema: z.unknown(),
  outputSchema: z.unknown(),
  annotations: z.unknown(),
});
export type ToldTool = z.infer<typeof ToldTool>;

/** @param told canonical JSON. Null where it is not what a server tells of a tool. */
export function readTold(told: string): ToldTool | null {
  try {
    return ToldTool.safeParse(JSON.parse(told)).data ?? null;
  } catch {
    return null;
  }
}

/** All but the names: by this a tool is known again under another one. Null where it is not described. */
export function bodyOf(told: string | null): string | null {
  const tool = told === null ? null : readTold(told);
  if (!tool?.description) return null;
  const { description, inputSchema, outputSchema, annotations } = tool;
  return JSON.stringify([description, inputSchema, outputSchema, annotations]);
}
