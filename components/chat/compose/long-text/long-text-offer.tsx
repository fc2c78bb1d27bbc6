/** Offers to attach a long text as a file, with its first lines. Loaded once there is one. */
"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { LONG_TEXT_NAME_MAX_CHARS, LONG_TEXT_SHOWN_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/files.ts";

type LongTextOfferProps = { said: string; onAttach: () => void };

export function LongTextOffer({ said, onAttach }: LongTextOfferProps): ReactNode {
  return (
    <section
      aria-label={text.longText()}
      className="mx-3 mb-1.5 grid gap-1.5 rounded-md border border-line bg-canvas px-3 py-2 text-xs"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-soft">
          {text.longTextOf({ characters: said.length.toLocaleString("en") })}
        </p>
        <Button look="outline" size="sm" onClick={onAttach} className="pointer-coarse:min-h-11">
          {text.attachAsFile()}
        </Button>
      </div>
      <p dir="auto" className="line-clamp-3 whitespace-pre-wrap wrap-anywhere text-faint">
        {said.slice(0, LONG_TEXT_SHOWN_MAX_CHARS).toWellFormed().trim()}
      </p>
    </section>
  );
}

/** Named after its first line, so that its card shows what it is. */
export function fileOfText(said: string): File {
  const line = said.trim().split("\n", 1)[0] ?? "";
  const words = line.replace(/[^\p{L}\p{N}\p{M} ,'’()_-]+/gu, " ").replace(/\s+/g, " ");
  const name = words.slice(0, LONG_TEXT_NAME_MAX_CHARS).toWellFormed().trim();
  return new File([said], `${name || text.pastedText()}.txt`, { type: "text/plain" });
}
