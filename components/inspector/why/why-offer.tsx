"use client";
/** A button beside selected words that searches for their source. */
import { SearchCheck } from "lucide-react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/inspector-why.ts";
import { usePickedWords } from "./use-picked-words.ts";
import { askWhy } from "./use-why.ts";

const HEIGHT_PX = 40;
const WIDTH_PX = 200;

/** @param onAsk called after the search has started, so that its result can be shown */
export function WhyOffer({ onAsk }: { onAsk: () => void }) {
  const picked = usePickedWords();
  if (!picked) return null;
  const { left, top, bottom, words } = picked;
  const above = top - HEIGHT_PX;
  const style = {
    left: Math.max(8, Math.min(left, window.innerWidth - WIDTH_PX)),
    top: above > 8 ? above : bottom + 6,
  };
  return createPortal(
    <Button
      look="primary"
      size="sm"
      style={style}
      className="fixed z-40 shadow-raised"
      // Keep the text selection when the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        askWhy(words);
        window.getSelection()?.removeAllRanges();
        onAsk();
      }}
    >
      <SearchCheck className="size-3.5" strokeWidth={2} aria-hidden="true" />
      {text.whyDidItKnowThis()}
    </Button>,
    document.body,
  );
}
