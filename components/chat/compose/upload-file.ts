/** Uploads one file, with its progress; and takes an upload back. */
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/files.ts";
import { RequestFailed, readFailure, request } from "../data/get-json.ts";

type Upload = {
  file: File;
  /** Called with 0 to 1. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
};

/** @throws RequestFailed */
export async function uploadFile(upload: Upload): Promise<PublicAttachment> {
  const [{ isTaken, body }, contract] = await Promise.all([
    post(upload),
    import("@/lib/contracts/public/conversation.ts"),
  ]);
  const attachment = contract.PublicAttachment.safeParse(body);
  if (isTaken && attachment.success) return attachment.data;
  throw await readFailure(body);
}

/** Deletes an upload that was not sent. Where that fails, the server deletes it some days later. */
export function takeBackUpload(id: string): void {
  request(`/api/attachments/${id}`, { method: "DELETE" }).catch(() => undefined);
}

/** Whether the same file may be taken when it is sent again: nothing is wrong with the file itself. */
export function isWorthRetrying({ code }: RequestFailed): boolean {
  return RETRIED.has(code);
}

const RETRIED: ReadonlySet<string> = new Set([
  "unreachable",
  "internal",
  "unavailable",
  "request-timeout",
  "signed-out",
  "too-many-uploads",
  "too-much-at-once",
]);

/** By XMLHttpRequest, because `fetch` cannot report the progress of an upload. */
function post({ file, onProgress, signal }: Upload): Promise<{ isTaken: boolean; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file);
    sending.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    sending.addEventListener("load", () => {
      const isTaken = sending.status >= 200 && sending.status < 300;
      resolve({ isTaken, body: parseJson(sending.responseText) });
    });
    sending.addEventListener("error", () =>
      reject(new RequestFailed("unreachable", text.uploadUnreachable())),
    );
    sending.addEventListener("abort", () =>
      reject(new RequestFailed("cancelled", text.uploadCancelled())),
    );
    signal.addEventListener("abort", () => sending.abort(), { once: true });
    sending.open("POST", "/api/attachments");
    sending.send(form);
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
