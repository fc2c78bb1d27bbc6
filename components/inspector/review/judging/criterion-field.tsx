/** One criterion of the rubric: a digit chooses, and the next criterion has the focus. */
"use client";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { cn, TEXT_BOX } from "@/components/ui/cn.ts";
import { type Criterion, optionsOf } from "@/lib/contracts/inspector/review/rubric.ts";
import type { Answers } from "@/lib/contracts/inspector/review/verdict.ts";
import { REVIEW_ANSWER_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-judging.ts";

type Answer = Answers[string];

type CriterionFieldProps = {
  criterion: Criterion;
  answer: Answer | undefined;
  /** Undefined: not answered. */
  onAnswer: (answer: Answer | undefined) => void;
};

export function CriterionField({ criterion, answer, onAnswer }: CriterionFieldProps) {
  return criterion.kind === "text" ? (
    <TextField criterion={criterion} answer={answer} onAnswer={onAnswer} />
  ) : (
    <Choices criterion={criterion} answer={answer} onAnswer={onAnswer} />
  );
}

function Choices({ criterion, answer, onAnswer }: CriterionFieldProps) {
  const id = useId();
  const options = optionsOf(criterion);
  const onKeyDown = chooseByDigit(
    options.map(({ value }) => value),
    onAnswer,
  );
  return (
    <fieldset data-criterion="" onKeyDown={onKeyDown} className="grid content-start gap-1">
      <legend className="mb-1 font-medium">
        <Name criterion={criterion} />
      </legend>
      {options.map(({ value, when }, index) => (
        <label key={String(value)} className="flex items-start gap-2">
          <input
            type="radio"
            name={id}
            className="mt-1"
            checked={answer === value}
            onChange={() => onAnswer(value)}
          />
          <span className="min-w-0 wrap-anywhere">
            <span aria-hidden="true" className="font-mono text-xs text-faint">
              {index + 1}{" "}
            </span>
            {nameOfOption(criterion, value)}
            {when !== "" && <span className="block text-xs text-faint">{when}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The key handler of a group of options that are numbered from 1. The next group has the focus afterwards. */
export function chooseByDigit<Value>(values: readonly Value[], onChoose: (value: Value) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const at = Number(event.key) - 1;
    const [value] = values.slice(at, at + 1);
    if (!/^[1-9]$/.test(event.key) || value === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChoose(value);
    focusNext(event.currentTarget);
  };
}

/** Focuses the next field of the form, so that a form is filled in by digits alone. */
function focusNext(field: HTMLElement): void {
  const fields = [...document.querySelectorAll<HTMLElement>("[data-criterion]")];
  const next = fields[fields.indexOf(field) + 1];
  next?.querySelector<HTMLElement>("input:checked, input, textarea")?.focus();
}

export function nameOfOption(criterion: Criterion, value: Answer): string {
  if (typeof value === "boolean") return value ? text.pass() : text.fail();
  const option = optionsOf(criterion).find((each) => each.value === value);
  return option?.name ?? String(value);
}

function Name({ criterion: { name, required } }: { criterion: Criterion }) {
  return (
    <>
      {name}
      {required && <span className="font-normal text-faint"> · {text.required()}</span>}
    </>
  );
}

function TextField({ criterion, answer, onAnswer }: CriterionFieldProps) {
  return (
    <WordsField
      data-criterion=""
      label={<Name criterion={criterion} />}
      hint={"when" in criterion ? criterion.when : ""}
      max={REVIEW_ANSWER_MAX_CHARS}
      words={typeof answer === "string" ? answer : ""}
      onWrite={(words) => onAnswer(words === "" ? undefined : words)}
    />
  );
}

type WordsFieldProps = {
  label: ReactNode;
  hint: string;
  max: number;
  words: string;
  onWrite: (words: string) => void;
  "data-criterion"?: "";
};

/** What a reviewer writes in their own words. */
export function WordsField({ label, hint, max, words, onWrite, ...rest }: WordsFieldProps) {
  const id = useId();
  return (
    <div {...rest} className="grid content-start gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        maxLength={max}
        aria-describedby={`${id}-hint`}
        value={words}
        onChange={({ target }) => onWrite(target.value)}
        className={cn(TEXT_BOX, "max-h-32 min-h-14 py-2 max-md:text-base")}
      />
      <span id={`${id}-hint`} className="text-xs text-faint">
        {hint}
      </span>
    </div>
  );
}
