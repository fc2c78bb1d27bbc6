/** An answer as the person saw it, with a switch to its raw text; and which of its pieces are rendered. */
"use client";
import { lazy, useState } from "react";
import { cn } from "@/components/ui/cn.ts";
import type { TranscriptPiece } from "@/lib/contracts/inspector/run/public-transcript.ts";
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

/** Pieces rendered before and after the current one. */
const AROUND = 40;

/** Index of the newest piece that the person had received by an event; null before the first. */
export function pieceAt(pieces: readonly TranscriptPiece[], seq: number): number | null {
  const next = pieces.findIndex((piece) => piece.seq > seq);
  const index = next < 0 ? pieces.length - 1 : next - 1;
  return index < 0 ? null : index;
}

/** The first pieces, or those around the current one. */
export function piecesAround(
  pieces: readonly TranscriptPiece[],
  current: number | null,
): readonly TranscriptPiece[] {
  const from = Math.max(0, Math.min((current ?? 0) - AROUND, pieces.length - 2 * AROUND));
  return pieces.slice(from, from + 2 * AROUND);
}

/** The answer that the pieces make up. */
export function joinPieces(pieces: readonly TranscriptPiece[]): string {
  return pieces.map(({ kind, words }) => (kind === "text" ? words : "")).join("");
}
