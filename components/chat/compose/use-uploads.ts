"use client";
/** The files of a message: on their way, arrived, or refused with a reason. */
import { useRef, useState } from "react";
import type { PublicAttachment } from "@/lib/contracts/conversation.ts";
import { ALLOWED_FILES, ATTACHMENTS_MAX_COUNT, FILE_MAX_BYTES } from "./limits.ts";
import { newUuid } from "./new-uuid.ts";
import { uploadFile } from "./upload-file.ts";

export type Uploading = { key: string; name: string; done: number };
export type Refused = { key: string; name: string; message: string };

const SIDE_BY_SIDE = 3;

/** @param onArrived a file is with the server */
export function useUploads(onArrived: (attachment: PublicAttachment) => void) {
  const [uploading, setUploading] = useState<readonly Uploading[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const waiting = useRef<{ key: string; file: File }[]>([]);
  const running = useRef(new Map<string, AbortController>());

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
    const report = (done: number) =>
      setUploading((now) => now.map((one) => (one.key === key ? { ...one, done } : one)));
    const outcome = await uploadFile(file, report, stop.signal);
    running.current.delete(key);
    drop(key);
    if (outcome.ok) onArrived(outcome.attachment);
    else if (!stop.signal.aborted) refuse(file.name, outcome.message);
    runNext();
  };

  /** @param held how many files the message has already */
  const add = (files: readonly File[], held: number) => {
    setRefused([]);
    let places = ATTACHMENTS_MAX_COUNT - held - uploading.length;
    for (const file of files) {
      const problem = places > 0 ? problemOf(file) : TOO_MANY;
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

const TOO_MANY = `A message can have ${ATTACHMENTS_MAX_COUNT} files. Send this one with your next message.`;

/** What is wrong with a file before it is sent; its type is for the server to tell, by content. */
function problemOf(file: File): string | null {
  if (file.size === 0) return `It is empty. You can attach ${ALLOWED_FILES}.`;
  if (file.size > FILE_MAX_BYTES) {
    return `It is ${(file.size / 1024 / 1024).toFixed(1)} MB. You can attach ${ALLOWED_FILES}.`;
  }
  return null;
}
