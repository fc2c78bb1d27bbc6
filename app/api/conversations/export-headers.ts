/** The form of an export that a request asks for, and the headers of its file. */
import "server-only";
import { z } from "zod";
import type { ExportForm } from "@/lib/db/conversations/export-conversations.ts";
import { contentDisposition } from "@/lib/edge/file-name.ts";
import { AppError } from "@/lib/errors/app-error.ts";

const Form = z.enum(["markdown", "json"]);

const TYPES = {
  markdown: { type: "text/markdown; charset=utf-8", ending: "md" },
  json: { type: "application/json", ending: "json" },
} as const;

/** @throws AppError `invalid` */
export function exportFormOf(request: Request): ExportForm {
  const parsed = Form.safeParse(new URL(request.url).searchParams.get("as") ?? "markdown");
  if (!parsed.success) throw new AppError("invalid");
  return parsed.data;
}

export function exportHeaders(name: string, form: ExportForm): Record<string, string> {
  const { type, ending } = TYPES[form];
  return {
    "content-type": type,
    "content-disposition": contentDisposition(`${name}.${ending}`),
    "cache-control": "private, no-store",
  };
}
