/** Files that are dropped or pasted anywhere on the page are attached to the message. */
"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as text from "@/lib/messages/files.ts";
import { allowedFiles } from "./use-uploads.ts";

type DropZoneProps = { onFiles: (files: readonly File[]) => void; children: ReactNode };

export function DropZone({ onFiles, children }: DropZoneProps) {
  const isOver = useHandedFiles(onFiles);
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      {children}
      {isOver && (
        <div className="drop-here">
          <p className="text-lg font-[560] tracking-[-0.012em]">{text.dropFiles()}</p>
          <p className="text-soft">{allowedFiles()}</p>
        </div>
      )}
    </div>
  );
}

/** True while files are held over the page. */
function useHandedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const stop = new AbortController();
    // `dragenter` of a child comes before `dragleave` of its parent, so both are counted.
    let depth = 0;
    const on = (type: "dragenter" | "dragover" | "dragleave" | "drop", change: number) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes("Files")) return;
          event.preventDefault();
          depth = type === "drop" ? 0 : Math.max(0, depth + change);
          setOver(depth > 0);
          if (type === "drop") take.current([...event.dataTransfer.files]);
        },
        { signal: stop.signal },
      );
    on("dragenter", 1);
    on("dragover", 0);
    on("dragleave", -1);
    on("drop", 0);
    window.addEventListener(
      "paste",
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        // A field that takes files itself has done so.
        if (files.length === 0 || event.defaultPrevented || isTextFor(event)) return;
        event.preventDefault();
        take.current(files);
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, []);
  return isOver;
}

/** A field takes the text, and not a picture of it. */
function isTextFor({ target, clipboardData }: ClipboardEvent): boolean {
  if (!(target instanceof Element) || !target.matches("input, textarea")) return false;
  return (clipboardData?.getData("text/plain") ?? "").trim() !== "";
}
