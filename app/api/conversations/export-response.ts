/** The form of an export that a request asks for, and its file. */
import "server-only";
import { z } from "zod";
import { fileResponse } from "@/app/api/file-response.ts";
import { parseAs } from "@/app/api/parse-request.ts";
import type { ExportForm } from "@/lib/db/conversations/export-conversations.ts";

const Form = z.enum(["markdown", "json"]);

const TYPES = {
  markdown: { type: "text/markdown; charset=utf-8", ending: "md" },
  json: { type: "application/json", ending: "json" },
} as const;

/** @throws AppError `invalid` */
export function exportFormOf(request: Request): ExportForm {
  return parseAs(Form, new URL(request.url).searchParams.get("as") ?? "markdown");
}

export function exportResponse(name: string, form: ExportForm, body: BodyInit): Response {
  const { type, ending } = TYPES[form];
  return fileResponse(`${name}.${ending}`, type, body);
}
