/** The files of a message that are not on the server yet: waiting, uploading, or failed; and those that were refused. */
"use client";
import { useEffect, useRef, useState } from "react";
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX_COUNT } from "@/lib/contracts/limits.ts";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/files.ts";
import { RequestFailed } from "../data/get-json.ts";
import { newUuid } from "./new-uuid.ts";
import { isWorthRetrying, uploadFile } from "./upload-file.ts";

type Waiting = {
  key: string;
  file: File;
  /** Among all that were added: 1, 2, … */
  place: number;
};
export type Uploading = Waiting & {
  /** 0 to 1. */
  done: number;
  /** Why it did not arrive; it can be tried again. Null while it is on its way. */
  failure: string | null;
};
export type Refused = { key: string; name: string; message: string };

const SIDE_BY_SIDE = 3;

/** What can be attached, and how much of it. */
export function allowedFiles(): string {
  return text.allowed({ count: ATTACHMENTS_MAX_COUNT });
}

type Files = readonly PublicAttachment[];
/** Called with what puts a file that is on the server now among those of the message; also after the view has gone. */
type OnArrived = (putIn: (held: Files) => Files) => void;

export function useUploads(onArrived: OnArrived) {
  const [uploading, setUploading] = useState<readonly Uploading[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { arrived, arrive } = useArrivals(onArrived);
  const waiting = useRef<Waiting[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const added = useRef(0);

  const refuse = (name: string, message: string) =>
    setRefused((now) => [...now, { key: newUuid(), name, message }]);
  const drop = (key: string) => setUploading((now) => now.filter((one) => one.key !== key));
  const change = (key: string, to: Partial<Uploading>) =>
    setUploading((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)));

  const runNext = () => {
    if (running.current.size >= SIDE_BY_SIDE) return;
    const next = waiting.current.shift();
    if (next) void run(next);
  };
  const run = async ({ key, file, place }: Waiting) => {
    const stop = new AbortController();
    running.current.set(key, stop);
    const onProgress = (done: number) => change(key, { done });
    try {
      arrive(await uploadFile({ file, onProgress, signal: stop.signal }), place);
      drop(key);
    } catch (error) {
      const failed =
        error instanceof RequestFailed ? error : new RequestFailed("internal", text.serverFault());
      if (stop.signal.aborted) drop(key);
      else if (isWorthRetrying(failed)) change(key, { failure: failed.message, done: 0 });
      else {
        drop(key);
        refuse(file.name, explain(failed));
      }
    } finally {
      running.current.delete(key);
      runNext();
    }
  };
  const start = (next: Waiting) => {
    waiting.current.push(next);
    runNext();
  };

  /** @param held number of files that the message already has */
  const add = (files: readonly File[], held: number) => {
    setRefused([]);
    let free = ATTACHMENTS_MAX_COUNT - held - uploading.length;
    for (const file of files) {
      const problem = free > 0 ? problemOf(file) : text.tooMany({ count: ATTACHMENTS_MAX_COUNT });
      if (problem) {
        refuse(file.name, problem);
        continue;
      }
      free -= 1;
      added.current += 1;
      const next = { key: newUuid(), file, place: added.current };
      setUploading((now) => [...now, { ...next, done: 0, failure: null }]);
      start(next);
    }
  };
  const cancel = (key: string) => {
    waiting.current = waiting.current.filter((one) => one.key !== key);
    running.current.get(key)?.abort();
    drop(key);
  };
  const retry = ({ key, file, place }: Uploading) => {
    change(key, { failure: null });
    start({ key, file, place });
  };
  useWhenOnline(() => {
    for (const one of uploading) if (one.failure !== null) retry(one);
  });

  return { uploading, refused, arrived, add, cancel, retry, forgetRefused: () => setRefused([]) };
}

/** Where files that arrived belong, and the name of the one that arrived last. */
function useArrivals(onArrived: OnArrived) {
  const [arrived, setArrived] = useState<string | null>(null);
  /** By the ids of files. */
  const places = useRef(new Map<string, number>());
  const arrive = (attachment: PublicAttachment, place: number) => {
    places.current.set(attachment.id, place);
    setArrived(attachment.name);
    onArrived((held) => putInPlace(held, attachment, places.current));
  };
  return { arrived, arrive };
}

/** Puts a file before the first one that was added after it; the others stay where they are. */
function putInPlace(
  held: Files,
  file: PublicAttachment,
  places: ReadonlyMap<string, number>,
): Files {
  const placeOf = ({ id }: PublicAttachment) => places.get(id) ?? 0;
  const later = held.findIndex((other) => placeOf(other) > placeOf(file));
  return held.toSpliced(later === -1 ? held.length : later, 0, file);
}

/** What did not arrive because the line was down is tried again when it is back. */
function useWhenOnline(onOnline: () => void): void {
  const latest = useRef(onOnline);
  useEffect(() => {
    latest.current = onOnline;
  });
  useEffect(() => {
    const call = () => latest.current();
    window.addEventListener("online", call);
    return () => window.removeEventListener("online", call);
  }, []);
}

/** Codes whose sentence does not say itself what can be attached. */
const NEEDS_LIMITS: ReadonlySet<string> = new Set(["unsupported-type", "file-unpacks-too-large"]);

function explain({ code, message }: RequestFailed): string {
  if (!NEEDS_LIMITS.has(code)) return message;
  return text.notTaken({ reason: message, allowed: allowedFiles() });
}

/** Why a file cannot be sent. Its type is checked by the server, by content. */
function problemOf(file: File): string | null {
  const allowed = allowedFiles();
  if (file.size === 0) return text.empty({ allowed });
  if (file.size <= ATTACHMENT_MAX_BYTES) return null;
  return text.tooLarge({ allowed, megabytes: (file.size / 1024 / 1024).toFixed(1) });
}
