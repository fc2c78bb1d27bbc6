/** Reads the result of an MCP server's tool: text for the model, and files for the person. */
import "server-only";
import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import { PictureType } from "../../contracts/pictures.ts";
import { MADE_FILE_LIMITS } from "../limits.ts";
import type { MadeFile, ToolOutcome } from "../tool.ts";
import type { McpResult } from "./open-session.ts";

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

/** Pictures and embedded files are kept for the person; the model reads that they are. Sounds are named only. */
export async function readResult({
  content,
  structuredContent,
  isError,
}: McpResult): Promise<ToolOutcome> {
  const files: MadeFile[] = [];
  const texts: string[] = [];
  for (const entry of content) texts.push(await readContent(entry, files));
  // Most servers repeat structured content as text, but the protocol does not require it.
  if (texts.length === 0 && structuredContent !== undefined)
    texts.push(JSON.stringify(structuredContent));
  const text = texts.join("\n").toWellFormed() || "[The tool answered without content.]";
  return { outcome: isError ? "failed" : "ok", content: text, files };
}

/** @param files gets the file that the entry holds */
async function readContent(entry: unknown, files: MadeFile[]): Promise<string> {
  const parsed = Content.safeParse(entry);
  if (!parsed.success) return "[something that cannot be shown]";
  switch (parsed.data.type) {
    case "text":
      return parsed.data.text;
    case "image":
    case "audio": {
      const { type, mimeType, data } = parsed.data;
      const what = `${type}, ${mimeType.slice(0, 80)}, ${byteLength(data)} bytes`;
      const picture = type === "image" ? await toPicture(data, files.length) : null;
      return keep(picture, files)
        ? `[${what}: the person sees it below your answer]`
        : `[${what}, not shown]`;
    }
    case "resource_link":
      return `[link to ${parsed.data.name.slice(0, 200)}: ${parsed.data.uri.slice(0, 500)}]`;
    case "resource": {
      const { uri, text, blob, mimeType = "unknown type" } = parsed.data.resource;
      if (text !== undefined) return text;
      const what = `resource ${uri.slice(0, 500)}, ${mimeType.slice(0, 80)}, ${byteLength(blob ?? "")} bytes`;
      return keep(toFile(uri, blob ?? ""), files)
        ? `[${what}: the person finds it below your answer]`
        : `[${what}, not shown]`;
    }
    default:
      return parsed.data satisfies never;
  }
}

function keep(file: MadeFile | null, files: MadeFile[]): boolean {
  const { countMax, maxBytes } = MADE_FILE_LIMITS;
  if (!file || files.length >= countMax) return false;
  if (file.data.byteLength === 0 || file.data.byteLength > maxBytes) return false;
  files.push(file);
  return true;
}

async function toPicture(base64: string, index: number): Promise<MadeFile | null> {
  if (byteLength(base64) > MADE_FILE_LIMITS.maxBytes) return null;
  const data = bytesOf(base64);
  const found = await fileTypeFromBuffer(data).catch(() => undefined);
  if (!found || !PictureType.safeParse(found.mime).success) return null;
  const name = `picture-${index + 1}.${found.ext}`;
  return { name, mediaType: found.mime, data, alt: "" };
}

/** Offered to be saved, and never rendered: what it is, nobody has checked. */
function toFile(uri: string, base64: string): MadeFile | null {
  if (byteLength(base64) > MADE_FILE_LIMITS.maxBytes) return null;
  const name = uri.split(/[?#]/)[0]?.split("/").at(-1) || "file";
  return { name, mediaType: "application/octet-stream", data: bytesOf(base64), alt: "" };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function byteLength(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}
