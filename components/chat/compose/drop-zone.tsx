"use client";
/** Files dropped anywhere on the conversation are attached to the message. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import * as text from "@/lib/messages/chat.ts";

type DropZoneProps = { onFiles: (files: readonly File[]) => void; children: ReactNode };

export function DropZone({ onFiles, children }: DropZoneProps) {
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useFileDrop(zone, onFiles);
  return (
    <div ref={zone} className="relative flex min-h-0 flex-1 flex-col">
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-content-center gap-1 rounded-lg border border-dashed border-accent bg-canvas/90 text-center backdrop-blur-sm">
          <p className="text-lg font-[560] tracking-[-0.012em]">{text.dropFiles()}</p>
          <p className="text-soft">{text.allowedFiles()}</p>
        </div>
      )}
    </div>
  );
}

/** True while files are held over the zone. */
function useFileDrop(
  zone: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const element = zone.current;
    if (!element) return;
    const stop = new AbortController();
    // `dragenter` of a child comes before `dragleave` of its parent, so both are counted.
    let depth = 0;
    const on = (type: "dragenter" | "dragover" | "dragleave" | "drop", change: number) =>
      element.addEventListener(
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
    return () => stop.abort();
  }, [zone]);
  return isOver;
}
