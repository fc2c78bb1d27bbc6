/** An answer as the person saw it, with a switch to its raw text. */
"use client";
import { lazy, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import * as texts from "@/lib/messages/inspector-conversation.ts";
import { TEXT_LINK } from "../text-link.ts";
import { FoldedText } from "../values/text/folded-text.tsx";

export const loadMarkdown = () => import("@/components/ui/markdown/markdown.tsx");

const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }));

/** A longer answer is clipped at first. */
const CLIPPED_CHARS = 1_500;

/** Suspends until Markdown can be rendered. */
export function SaidText({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const [isRaw, setRaw] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const isClipped = text.length > CLIPPED_CHARS && !isWhole;
  return (
    <div className="mt-1 min-w-0">
      {isRaw ? (
        <FoldedText text={text} />
      ) : (
        <div className={cn("wrap-anywhere", isClipped && "max-h-96 overflow-clip")}>
          <Markdown text={text} isGrowing={isGrowing} />
        </div>
      )}
      <p className="mt-1 flex gap-3 text-xs">
        {!isRaw && text.length > CLIPPED_CHARS && (
          <button
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
            className={TEXT_LINK}
          >
            {isWhole ? texts.showLess() : texts.showAll()}
          </button>
        )}
        <button
          type="button"
          aria-pressed={isRaw}
          onClick={() => setRaw(!isRaw)}
          className={TEXT_LINK}
        >
          {texts.rawText()}
        </button>
      </p>
    </div>
  );
}
