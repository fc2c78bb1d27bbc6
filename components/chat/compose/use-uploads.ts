"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
/** The files of a message: uploading, uploaded, or refused with a reason. */
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX_COUNT } from "@/lib/contracts/limits.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { RequestFailed, readFailure } from "../data/get-json.ts";

import { newUuid } from "./new-uuid.ts";

export type Uploading = { key: string; name: string; done: number };
export type Refused = { key: string; name: string; message: string };

const SIDE_BY_SIDE = 3;

/** @param onArrived called when a file is on the server */
export function useUploads(onArrived: (attachment: PublicAttachment) => void) {
  const [uploading, setUploading] = useState<readonly Uploading[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const waiting = useRef<{ key: string; file: File }[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const { mutateAsync: upload } = useMutation({ mutationFn: uploadFile });

  const refuse = (name: string, message: string) =>
    setRefused((now) => [...now, { key: newUuid(), name, message }]);
  const drop = (key: string) => setUploading((now) => now.filter((file) => file.key !== key));

  const runNext = () => {
    if (running.current.size >= SIDE_BY_SIDE) return;
    const next = waiting.current.shift();
    if (next) void run(next.key, next.file);
  };
  const run = async (key: string, file: File) => {
    const stop = new AbortController();
    running.current.set(key, stop);
    const onProgress = (done: number) =>
      setUploading((now) => now.map((one) => (one.key === key ? { ...one, done } : one)));
    try {
      onArrived(await upload({ file, onProgress, signal: stop.signal }));
    } catch (error) {
      const message = error instanceof RequestFailed ? error.message : text.serverFault();
      if (!stop.signal.aborted) refuse(file.name, message);
    } finally {
      running.current.delete(key);
      drop(key);
      runNext();
    }
  };

  /** @param held number of files that the message already has */
  const add = (files: readonly File[], held: number) => {
    setRefused([]);
    let places = ATTACHMENTS_MAX_COUNT - held - uploading.length;
    for (const file of files) {
      const problem =
        places > 0 ? problemOf(file) : text.tooManyFiles({ count: ATTACHMENTS_MAX_COUNT });
      if (problem) {
        refuse(file.name, problem);
        continue;
      }
      places -= 1;
      const key = newUuid();
      setUploading((now) => [...now, { key, name: file.name, done: 0 }]);
      waiting.current.push({ key, file });
      runNext();
    }
  };
  const cancel = (key: string) => {
    waiting.current = waiting.current.filter((one) => one.key !== key);
    running.current.get(key)?.abort();
    drop(key);
  };
  const forgetRefused = () => setRefused([]);

  return { uploading, refused, add, cancel, forgetRefused };
}

/** Why a file cannot be sent. Its type is checked by the server, by content. */
function problemOf(file: File): string | null {
  const allowed = text.allowedFiles();
  if (file.size === 0) return text.fileEmpty({ allowed });
  if (file.size <= ATTACHMENT_MAX_BYTES) return null;
  return text.fileTooLarge({ allowed, megabytes: (file.size / 1024 / 1024).toFixed(1) });
}

type Upload = {
  file: File;
  /** Called with 0 to 1. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
};

/** @throws RequestFailed */
async function uploadFile(upload: Upload): Promise<PublicAttachment> {
  const [{ isTaken, body }, contract] = await Promise.all([
    post(upload),
    import("@/lib/contracts/public/conversation.ts"),
  ]);
  const attachment = contract.PublicAttachment.safeParse(body);
  if (isTaken && attachment.success) return attachment.data;
  throw await readFailure(body);
}

/** By XMLHttpRequest, because `fetch` cannot report the progress of an upload. */
function post({ file, onProgress, signal }: Upload): Promise<{ isTaken: boolean; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      const isTaken = request.status >= 200 && request.status < 300;
      resolve({ isTaken, body: parseJson(request.responseText) });
    });
    request.addEventListener("error", () =>
      reject(new RequestFailed("unreachable", text.uploadUnreachable())),
    );
    request.addEventListener("abort", () =>
      reject(new RequestFailed("cancelled", text.uploadCancelled())),
    );
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", "/api/attachments");
    request.send(form);
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
