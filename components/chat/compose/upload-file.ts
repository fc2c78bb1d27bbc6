/** Uploads one file, with progress. (`fetch` cannot report how far an upload has come.) */
import type { PublicAttachment } from "@/lib/contracts/conversation.ts";
import { readApiError } from "../data/get-json.ts";

export type UploadOutcome =
  | { ok: true; attachment: PublicAttachment }
  | { ok: false; message: string };

const UNREACHABLE = "The upload did not arrive. Check your connection and attach it again.";

/** @param onProgress called with 0 to 1 */
export function uploadFile(
  file: File,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const upload = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file);
    upload.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    upload.onload = () => resolve(readOutcome(upload.status, upload.responseText));
    upload.onerror = () => resolve({ ok: false, message: UNREACHABLE });
    upload.onabort = () => resolve({ ok: false, message: "The upload was cancelled." });
    signal.addEventListener("abort", () => upload.abort(), { once: true });
    upload.open("POST", "/api/attachments");
    upload.send(form);
  });
}

function readOutcome(status: number, text: string): UploadOutcome {
  const body = parseJson(text);
  if (status >= 200 && status < 300 && isAttachment(body)) return { ok: true, attachment: body };
  return { ok: false, message: readApiError(body).message };
}

function isAttachment(body: unknown): body is PublicAttachment {
  const { id, name } = (body ?? {}) as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
