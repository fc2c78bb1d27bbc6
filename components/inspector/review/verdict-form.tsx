/** The form of a verdict. What is written is kept on the server, so that it outlives a reload. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { ReviewCase, VerdictDraft } from "@/lib/contracts/inspector/review/review-case.ts";
import { FEEDBACK_MAX_CHARS, REVIEW_NOTE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review.ts";
import { describeFailure } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { Moment } from "../values/term.tsx";
import { useChangeCase } from "./use-cases.ts";

/** How long nothing more is written before a draft is kept. */
const PAUSE_MS = 600;
const EMPTY: VerdictDraft = { upheld: null, told: "", note: "" };
const BOX =
  "field-sizing-content max-h-32 min-h-14 w-full resize-none rounded-md border border-field bg-raised px-3 py-2 max-md:text-base";

export function VerdictForm({ found }: { found: ReviewCase }) {
  const { runId } = found;
  const [draft, setDraft] = useState(found.draft ?? EMPTY);
  const kept = useKeptDraft(found, draft);
  const end = useEnd(runId);
  const write = (change: Partial<VerdictDraft>) => setDraft({ ...draft, ...change });
  const { upheld, told, note } = draft;
  const isReady = upheld !== null && (!upheld || told.trim() !== "");
  const judge = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || end.isPending) return;
    end.mutate({ do: "judge", verdict: { upheld, told: told.trim(), note: note.trim() } });
  };
  return (
    <form onSubmit={judge} className="grid content-start gap-3">
      <Upheld upheld={upheld} onChoose={(chosen) => write({ upheld: chosen })} />
      <div className="grid gap-3 lg:grid-cols-2">
        <Words
          label={text.wordsForThePerson()}
          hint={text.wordsRequired()}
          max={FEEDBACK_MAX_CHARS}
          words={told}
          onWrite={(words) => write({ told: words })}
        />
        <Words
          label={text.internalNote()}
          hint={text.noteHint()}
          max={REVIEW_NOTE_MAX_CHARS}
          words={note}
          onWrite={(words) => write({ note: words })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {kept.until && (
          <span className="text-xs text-faint">
            {text.yoursUntil()} <Moment at={kept.until} />
          </span>
        )}
        <span role="status" className="me-auto text-xs text-faint">
          {kept.words}
        </span>
        <Button
          size="sm"
          aria-disabled={end.isPending}
          onClick={() => !end.isPending && end.mutate({ do: "leave" })}
        >
          {text.leave()}
        </Button>
        <Button type="submit" look="primary" size="sm" aria-disabled={!isReady || end.isPending}>
          {text.judge()}
        </Button>
      </div>
      {end.error && (
        <p role="alert" className="text-danger">
          {describeFailure(end.error)}
        </p>
      )}
    </form>
  );
}

type UpheldProps = { upheld: boolean | null; onChoose: (upheld: boolean) => void };

function Upheld({ upheld, onChoose }: UpheldProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="sr-only">{text.verdict()}</legend>
      {[true, false].map((option) => (
        <label key={String(option)} className="flex items-center gap-2">
          <input
            type="radio"
            name="upheld"
            checked={upheld === option}
            onChange={() => onChoose(option)}
          />
          {option ? text.uphold() : text.notUphold()}
        </label>
      ))}
    </fieldset>
  );
}

type WordsProps = {
  label: string;
  hint: string;
  max: number;
  words: string;
  onWrite: (words: string) => void;
};

function Words({ label, hint, max, words, onWrite }: WordsProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
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
        className={BOX}
      />
      <span id={`${id}-hint`} className="text-xs text-faint">
        {hint}
      </span>
    </div>
  );
}

/** Keeps the draft whenever the reviewer pauses. @returns until when they have the case, and what came of the last one */
function useKeptDraft({ runId, until, draft: stored }: ReviewCase, draft: VerdictDraft) {
  const { mutate, data, error, variables } = useChangeCase(runId);
  const last = variables?.do === "keep" ? variables.draft : (stored ?? EMPTY);
  const isNew = JSON.stringify(last) !== JSON.stringify(draft);
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => mutate({ do: "keep", draft }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isNew, draft, mutate]);
  const words = error ? `${text.draftNotKept()}: ${describeFailure(error)}` : text.draftKept();
  return { until: data?.until ?? until, words: error || (data && !isNew) ? words : "" };
}

/** Leaves or judges the case, and goes back to the list. */
function useEnd(runId: string) {
  const client = useQueryClient();
  const router = useRouter();
  const change = useChangeCase(runId);
  const mutate: typeof change.mutate = (asked) =>
    change.mutate(asked, {
      onSuccess: () => {
        // What was open for the case is masked again.
        client.removeQueries({ queryKey: inspectorKeys.all() });
        router.push("/admin/review");
      },
    });
  return { ...change, mutate };
}
