/** The form of an export that a request asks for, and the headers of its file. */
import "server-only";
import { z } from "zod";
import { parseAs } from "@/app/api/parse-request.ts";
import type { ExportForm } from "@/lib/db/conversations/export-conversations.ts";
import { contentDisposition } from "@/lib/edge/file-name.ts";

const Form = z.enum(["markdown", "json"]);

const TYPES = {
  markdown: { type: "text/markdown; charset=utf-8", ending: "md" },
  json: { type: "application/json", ending: "json" },
} as const;

/** @throws AppError `invalid` */
export function exportFormOf(request: Request): ExportForm {
  return parseAs(Form, new URL(request.url).searchParams.get("as") ?? "markdown");
}

export function exportHeaders(name: string, form: ExportForm): Record<string, string> {
  const { type, ending } = TYPES[form];
  return {
    "content-type": type,
    "content-disposition": contentDisposition(`${name}.${ending}`),
    "cache-control": "private, no-store",
  };
}
