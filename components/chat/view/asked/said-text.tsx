"use client";
/** What the person said. A long message is folded, so that the answer is not pushed out of sight. */
import { useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import { SaidMarkdown } from "@/components/ui/markdown/markdown.tsx";
import * as text from "@/lib/messages/chat.ts";

export function SaidText({ said }: { said: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (current && said !== "") setLong(current.scrollHeight > current.clientHeight + 4);
  }, [said]);
  return (
    <>
      <div ref={box} className={cn(!isOpen && "max-h-72 overflow-hidden")}>
        <SaidMarkdown text={said} />
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 text-sm text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {isOpen ? text.showLess() : text.showAll()}
        </button>
      )}
    </>
  );
}
