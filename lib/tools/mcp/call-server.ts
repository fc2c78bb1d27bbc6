/** Calls a tool of an MCP server, over the open session or a new one. */
import "server-only";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import { PictureType } from "../../contracts/pictures.ts";
import type { MadeFile } from "../../contracts/run/run-work.ts";
import type { Who } from "../../gate/fair-gate.ts";
import { MADE_FILE_LIMITS, MCP_LIMITS } from "../limits.ts";
import { rewritePicture } from "../picture-rewrite/rewrite-picture.ts";
import type { ToolOutcome } from "../tool.ts";
import type { McpConnection } from "./keep-connection.ts";
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

export type ServerCall = {
  name: string;
  arguments: Record<string, unknown>;
  signal: AbortSignal;
  timeoutMs: number;
  /** The tool only reads, so an interrupted call may be repeated. */
  repeatable: boolean;
};

export type CallOutcome = { ok: true; result: McpResult } | { ok: false; message: string };

/**
 * Repeats a call once where the server did not receive it. A call that may have begun is repeated only if it is a read.
 */
export async function callServer(
  connection: McpConnection,
  call: ServerCall,
): Promise<CallOutcome> {
  const first = await callOnce(connection, call);
  if (first !== "again") return first;
  const second = await callOnce(connection, call);
  return second === "again" ? { ok: false, message: "the connection broke" } : second;
}

async function callOnce(
  connection: McpConnection,
  call: ServerCall,
): Promise<CallOutcome | "again"> {
  const { signal } = call;
  if (!connection.session) await connection.connect();
  signal.throwIfAborted();
  const { session } = connection;
  if (!session) return { ok: false, message: connection.reason };
  try {
    const result = await session.call(call.name, call.arguments, signal, call.timeoutMs);
    return { ok: true, result };
  } catch (error) {
    signal.throwIfAborted();
    const failure = classifyFailure(error);
    if (failure.kind === "answered") return { ok: false, message: failure.message };
    connection.drop(session);
    if (failure.kind === "not-received" || call.repeatable) return "again";
    return {
      ok: false,
      message: "the connection broke, and it is not known whether the call was done",
    };
  }
}

type CallFailure =
  /** The server did not receive the call: it may be repeated on a new session. */
  | { kind: "not-received" }
  /** The session broke, and the server may have run the call. */
  | { kind: "interrupted" }
  | { kind: "answered"; message: string };

function classifyFailure(error: unknown): CallFailure {
  if (error instanceof StreamableHTTPError) {
    // A restarted server does not know the session: 404 by the protocol, 400 from some servers.
    return error.code === 404 || error.code === 400
      ? { kind: "not-received" }
      : { kind: "answered", message: `it answered with status ${error.code ?? "unknown"}` };
  }
  if (error instanceof McpError) {
    if (error.code === ErrorCode.ConnectionClosed) return { kind: "interrupted" };
    if (error.code === ErrorCode.RequestTimeout)
      return { kind: "answered", message: "it took too long" };
    return {
      kind: "answered",
      message: error.message.slice(0, MCP_LIMITS.errorMaxChars).toWellFormed(),
    };
  }
  if (error instanceof Error && error.message === "Not connected") return { kind: "not-received" };
  return isRefused(error) ? { kind: "not-received" } : { kind: "interrupted" };
}

/** `fetch` puts the reason into the error's cause, or into the cause's own errors. */
function isRefused(error: unknown): boolean {
  const { code, cause, errors } = (error ?? {}) as {
    code?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return true;
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isRefused);
  return cause !== undefined && isRefused(cause);
}

/**
 * Reads the result of an MCP server's tool: text for the model, and files for the person.
 * Pictures and embedded files are kept for the person; the model reads that they are. Sounds are named only.
 * @param who of whose places the pictures take one
 */
export async function readResult(
  { content, structuredContent, isError }: McpResult,
  who: Who,
): Promise<ToolOutcome> {
  const files: MadeFile[] = [];
  const texts: string[] = [];
  for (const entry of content) texts.push(await readContent(entry, files, who));
  // Most servers repeat structured content as text, but the protocol does not require it.
  if (texts.length === 0 && structuredContent !== undefined)
    texts.push(JSON.stringify(structuredContent));
  const text = texts.join("\n").toWellFormed() || "[The tool answered without content.]";
  return { outcome: isError ? "failed" : "ok", content: text, files };
}

/** @param files gets the file that the entry holds */
async function readContent(entry: unknown, files: MadeFile[], who: Who): Promise<string> {
  const parsed = Content.safeParse(entry);
  if (!parsed.success) return "[something that cannot be shown]";
  switch (parsed.data.type) {
    case "text":
      return parsed.data.text;
    case "image":
    case "audio": {
      const { type, mimeType, data } = parsed.data;
      const what = `${type}, ${mimeType.slice(0, 80)}, ${byteLength(data)} bytes`;
      const picture = type === "image" ? await toPicture(data, files.length, who) : null;
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

/** Written anew, as a person's own: nobody knows what a server hides beside the pixels. */
async function toPicture(base64: string, index: number, who: Who): Promise<MadeFile | null> {
  if (byteLength(base64) > MADE_FILE_LIMITS.maxBytes) return null;
  const bytes = bytesOf(base64);
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mediaType = PictureType.safeParse(found?.mime);
  if (!found || !mediaType.success) return null;
  const signal = AbortSignal.timeout(MCP_LIMITS.pictureTimeoutMs);
  // The server has done its work: without a place, its answer goes on without the picture.
  const picture = await rewritePicture(mediaType.data, bytes, { ...who, signal }).catch(() => null);
  if (!picture?.ok) return null;
  const name = `picture-${index + 1}.${found.ext}`;
  return { name, mediaType: mediaType.data, data: picture.data, alt: "" };
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
