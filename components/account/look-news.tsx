/** Renders the page anew when somebody has looked at what the person wrote. It listens while the page is visible. */
"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { LOOKS_STREAM } from "@/lib/contracts/public/run-stream.ts";

/** Wait after a refusal, e.g. because too many streams are open. Looks in this time are told once the stream is open again. */
const AGAIN_MS = 10_000;

export function LookNews() {
  const router = useRouter();
  useEffect(() => {
    let stream: EventSource | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(again);
      stream?.close();
      stream = null;
    };
    const open = () => {
      close();
      if (document.hidden) return;
      const opened = new EventSource(LOOKS_STREAM);
      stream = opened;
      opened.addEventListener("looks", () => router.refresh());
      // After a lost connection the browser comes back by itself, after a refusal it does not.
      opened.addEventListener("error", () => {
        if (opened.readyState === EventSource.CLOSED && stream === opened)
          again = setTimeout(open, AGAIN_MS);
      });
    };
    open();
    document.addEventListener("visibilitychange", open);
    return () => {
      document.removeEventListener("visibilitychange", open);
      close();
    };
  }, [router]);
  return null;
}
