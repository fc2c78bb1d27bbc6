/** "Why did it know this?": finds words of the answer in the model's input. */
"use client";
import { SearchCheck, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { WHY_TEXT_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as texts from "@/lib/messages/inspector-why.ts";
import { SCROLL_PANE } from "../frame.tsx";
import { FoldedText } from "../values/text/folded-text.tsx";
import { askWhy, useAskedWords, WhyResult } from "./why-result.tsx";

type WhyBoxProps = { runId: string; answer: string; isRunning: boolean };

export function WhyBox({ runId, answer, isRunning }: WhyBoxProps) {
  const asked = useAskedWords();
  const box = useRef<HTMLElement>(null);
  const show = () => box.current?.scrollIntoView({ block: "start" });
  return (
    <section ref={box} aria-labelledby="why-title" className="scroll-mt-10 border-b px-4 py-3">
      <h3 id="why-title" className="text-xs font-medium text-soft">
        {texts.whyDidItKnowThis()}
      </h3>
      {answer !== "" && (
        <section
          data-words="answer"
          className="mt-2 max-h-40 overflow-y-auto rounded-md border bg-canvas px-3 py-2"
          aria-label={texts.theAnswer()}
          {...SCROLL_PANE}
        >
          <FoldedText text={answer} />
        </section>
      )}
      <AskForm asked={asked} isRunning={isRunning} hasAnswer={answer !== ""} />
      {asked !== "" && <WhyResult runId={runId} words={asked} isRunning={isRunning} />}
      <WhyOffer onAsk={show} />
    </section>
  );
}

type AskFormProps = { asked: string; isRunning: boolean; hasAnswer: boolean };

function AskForm({ asked, isRunning, hasAnswer }: AskFormProps) {
  const [words, setWords] = useState(asked);
  const isHydrated = useIsHydrated();
  useEffect(() => setWords(asked), [asked]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    askWhy(words);
  };
  return (
    <form onSubmit={submit} className="mt-2 flex flex-wrap items-center gap-2">
      <input
        type="search"
        dir="auto"
        aria-label={texts.wordsOfTheAnswer()}
        aria-describedby="why-hint"
        readOnly={!isHydrated}
        value={words}
        maxLength={WHY_TEXT_MAX_CHARS}
        onChange={(event) => setWords(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-md border border-field bg-raised px-2.5 text-sm placeholder:text-faint"
        placeholder={texts.wordsOfTheAnswer()}
      />
      <Button type="submit" look="outline" size="sm" className="h-8" disabled={words.trim() === ""}>
        {texts.find()}
      </Button>
      {asked !== "" && (
        <IconButton size="sm" aria-label={texts.askNothing()} onClick={() => askWhy("")}>
          <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
      <p id="why-hint" className="basis-full text-xs text-faint">
        {hasAnswer
          ? texts.selectWordsOfTheAnswerHere()
          : isRunning
            ? texts.nothingOfTheAnswerIsWritten()
            : texts.thisRunHasNoAnswerWords()}
      </p>
    </form>
  );
}

const HEIGHT_PX = 40;
const WIDTH_PX = 200;

/** @param onAsk called after the search has started, so that its result can be shown */
function WhyOffer({ onAsk }: { onAsk: () => void }) {
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
      {texts.whyDidItKnowThis()}
    </Button>,
    document.body,
  );
}

/** The words that are selected in an answer, in the panel or in the conversation. */
type PickedWords = { words: string; left: number; top: number; bottom: number };

/** Answers marked in the panel, and this run's own answer in the conversation. */
const ANSWERS =
  '[data-words="answer"], #conversation [aria-current="true"] [aria-label="Assistant"]';

/** @returns null while no words of an answer are selected */
function usePickedWords(): PickedWords | null {
  const [picked, setPicked] = useState<PickedWords | null>(null);
  useEffect(() => {
    const read = () => setPicked(readSelection());
    // Words may have been selected before the panel opened.
    read();
    document.addEventListener("selectionchange", read);
    document.addEventListener("scroll", read, { capture: true, passive: true });
    return () => {
      document.removeEventListener("selectionchange", read);
      document.removeEventListener("scroll", read, { capture: true });
    };
  }, []);
  return picked;
}

function readSelection(): PickedWords | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const words = wholeWords(selection);
  if (words === "" || words.length > WHY_TEXT_MAX_CHARS) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: within } = range;
  const element = within instanceof Element ? within : within.parentElement;
  if (!element?.closest(ANSWERS)) return null;
  const { left, top, bottom } = range.getBoundingClientRect();
  return { words, left, top, bottom };
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Extends a selection to whole words at both ends. */
function wholeWords(selection: Selection): string {
  const range = selection.getRangeAt(0).cloneRange();
  const { startContainer: first, endContainer: last } = range;
  if (first instanceof Text) {
    let start = range.startOffset;
    while (
      start > 0 &&
      WORD.test(first.data.charAt(start - 1)) &&
      WORD.test(first.data.charAt(start))
    )
      start -= 1;
    range.setStart(first, start);
  }
  if (last instanceof Text) {
    let end = range.endOffset;
    while (
      end < last.length &&
      WORD.test(last.data.charAt(end)) &&
      WORD.test(last.data.charAt(end - 1))
    )
      end += 1;
    range.setEnd(last, end);
  }
  return range.toString().trim();
}
