import "server-only";
/** What a foreign tool answers, as text for the model. Pictures and sounds are named, not shown. */
import { z } from "zod";
import type { ToolOutcome } from "../tool.ts";

/** Lenient: one odd entry must not lose the others. */
export const McpResult = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
export type McpResult = z.infer<typeof McpResult>;

const Text = z.object({ type: z.literal("text"), text: z.string() });
const Media = z.object({
  type: z.enum(["image", "audio"]),
  data: z.string(),
  mimeType: z.string(),
});
const Link = z.object({ type: z.literal("resource_link"), uri: z.string(), name: z.string() });
const Resource = z.object({
  type: z.literal("resource"),
  resource: z.object({
    uri: z.string(),
    text: z.string().optional(),
    blob: z.string().optional(),
    mimeType: z.string().optional(),
  }),
});
const Content = z.discriminatedUnion("type", [Text, Media, Link, Resource]);

export function readResult({ content, structuredContent, isError }: McpResult): ToolOutcome {
  const texts = content.map(describe);
  // Servers repeat structured content as text, but need not.
  if (texts.length === 0 && structuredContent !== undefined)
    texts.push(JSON.stringify(structuredContent));
  const text = texts.join("\n").toWellFormed() || "[The tool answered without content.]";
  return { outcome: isError ? "failed" : "ok", content: text };
}

function describe(entry: unknown): string {
  const parsed = Content.safeParse(entry);
  if (!parsed.success) return "[something that cannot be shown]";
  switch (parsed.data.type) {
    case "text":
      return parsed.data.text;
    case "image":
    case "audio": {
      const { type, mimeType, data } = parsed.data;
      return `[${type}, ${mimeType.slice(0, 80)}, ${byteLength(data)} bytes, not shown]`;
    }
    case "resource_link":
      return `[link to ${parsed.data.name.slice(0, 200)}: ${parsed.data.uri.slice(0, 500)}]`;
    case "resource": {
      const { uri, text, blob = "", mimeType = "unknown type" } = parsed.data.resource;
      const bytes = `[resource ${uri.slice(0, 500)}, ${mimeType.slice(0, 80)}, ${byteLength(blob)} bytes, not shown]`;
      return text ?? bytes;
    }
    default:
      return parsed.data satisfies never;
  }
}

function byteLength(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}
