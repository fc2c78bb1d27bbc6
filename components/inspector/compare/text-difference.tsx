/** The difference of two texts: marked in one text, or side by side where they have little in common. */
"use client";
import type { ComparedText, TextPart } from "@/lib/contracts/inspector/run-comparison.ts";
import * as texts from "@/lib/messages/inspector-compare.ts";
import { numberItems } from "../values/format-figures.ts";
import { FoldedText } from "../values/text/folded-text.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { ChangeMark } from "./aligned-pairs.tsx";

/** Shorter texts are readable as one marked text, however different they are. */
const SHORT_CHARS = 240;
/** With a smaller common share, one text would consist of marks. */
const MIN_SHARE = 0.3;

export function TextDifference({ text, none }: { text: ComparedText; none: string }) {
  if (text.parts.length === 0) return <p className="border-y py-3 text-soft">{none}</p>;
  const divided = divideText(text.parts);
  if (divided) return <Beside divided={divided} />;
  return (
    <div className="border-y py-3">
      <p className="flex flex-wrap items-center gap-2 text-xs text-faint">
        {text.same ? (
          <ChangeMark change="same" />
        ) : (
          <>
            <ChangeMark change="left" /> {texts.struckThrough()}
            <ChangeMark change="right" /> {texts.underlined()}
          </>
        )}
        {!text.isAligned && <span>{texts.theTextsAreTooDifferentTo()}</span>}
      </p>
      <div dir="auto" className="mt-2.5 max-w-[48rem] text-md wrap-anywhere whitespace-pre-wrap">
        {numberItems(text.parts).map(({ ordinal, item }) => (
          <Part key={ordinal} part={item} />
        ))}
      </div>
    </div>
  );
}

function Beside({ divided: { left, right } }: { divided: DividedText }) {
  return (
    <div className="@container border-y py-3">
      <p className="flex flex-wrap items-center gap-2 text-xs text-faint">
        <ChangeMark change="changed" /> {texts.theyHaveLittleInCommonSo()}
      </p>
      <div className="mt-2.5 grid items-start gap-x-6 gap-y-4 @2xl:grid-cols-2">
        <Whole word={texts.left()} text={left} />
        <Whole word={texts.right()} text={right} />
      </div>
    </div>
  );
}

function Whole({ word, text }: { word: string; text: string }) {
  return (
    <section aria-label={word} className="min-w-0">
      <h3 className="text-xs text-faint">{word}</h3>
      {text === "" ? (
        <p className="text-faint">–</p>
      ) : (
        <FoldedText text={text} className="max-w-[48rem]" />
      )}
    </section>
  );
}

function Part({ part: { change, text } }: { part: TextPart }) {
  if (change === "same") return <InertText text={text} />;
  if (change === "left") {
    return (
      <del className="rounded-sm bg-danger-wash text-danger decoration-1">
        <span className="sr-only">{texts.onlyLeftPrefix()} </span>
        <InertText text={text} />
      </del>
    );
  }
  return (
    <ins className="rounded-sm bg-good-wash text-good decoration-1 underline-offset-4">
      <span className="sr-only">{texts.onlyRightPrefix()} </span>
      <InertText text={text} />
    </ins>
  );
}

type DividedText = { left: string; right: string };

/**
 * Decides whether two texts are shown side by side or as one marked text. Pure.
 * @returns both texts; null where one marked text is clearer
 */
export function divideText(parts: readonly TextPart[]): DividedText | null {
  const left = join(parts, "left");
  const right = join(parts, "right");
  const longest = Math.max(left.length, right.length);
  if (longest <= SHORT_CHARS) return null;
  const common = parts.reduce((sum, { change, text }) => {
    return change === "same" ? sum + text.length : sum;
  }, 0);
  return common / longest < MIN_SHARE ? { left, right } : null;
}

function join(parts: readonly TextPart[], side: "left" | "right"): string {
  return parts
    .map(({ change, text }) => (change === side || change === "same" ? text : ""))
    .join("");
}
