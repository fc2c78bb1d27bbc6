"use client";
/** "Why did it know this?": finds words of the answer in the model's input. */
import { X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { WHY_TEXT_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as texts from "@/lib/messages/inspector-why.ts";
import { SCROLL_PANE } from "../values/scroll-pane.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { askWhy, useAskedWords } from "./use-why.ts";
import { WhyOffer } from "./why-offer.tsx";
import { WhyResult } from "./why-result.tsx";

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
  useEffect(() => setWords(asked), [asked]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    askWhy(words);
  };
  return (
    <form onSubmit={submit} className="mt-2 flex flex-wrap items-center gap-2">
      <input
        type="search"
        aria-label={texts.wordsOfTheAnswer()}
        aria-describedby="why-hint"
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
