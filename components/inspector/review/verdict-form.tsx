/** The form of a verdict. What is written is kept on the server, so that it outlives a reload. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { ReviewCase } from "@/lib/contracts/inspector/review/review-case.ts";
import { unanswered, type VerdictDraft } from "@/lib/contracts/inspector/review/verdict.ts";
import { FEEDBACK_MAX_CHARS, REVIEW_NOTE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import { describeFailure } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { Moment } from "../values/term.tsx";
import { chooseByDigit, WordsField } from "./judging/criterion-field.tsx";
import { LeavesMemory, RubricFields, underRubric } from "./judging/rubric-fields.tsx";
import { useChangeCase } from "./use-cases.ts";

/** How long nothing more is written before a draft is kept. */
const PAUSE_MS = 600;
const EMPTY: VerdictDraft = {
  upheld: null,
  told: "",
  note: "",
  rubric: null,
  answers: {},
  labels: [],
  marks: [],
  forget: false,
};

type VerdictFormProps = {
  found: ReviewCase;
  /** Given where it is a correction: the verdict stays as it is. */
  onKeep?: () => void;
};

export function VerdictForm({ found, onKeep }: VerdictFormProps) {
  const { runId, rubric } = found;
  const [draft, setDraft] = useState(() => underRubric(draftOf(found), rubric));
  const end = useEnd(runId);
  const kept = useKeptDraft(found, draft, onKeep === undefined && !end.isPending && !end.isSuccess);
  const write = (change: Partial<VerdictDraft>) => setDraft({ ...draft, ...change });
  const missing = missingOf(draft, rubric);
  const judge = (event: FormEvent) => {
    event.preventDefault();
    const { upheld } = draft;
    if (missing.length > 0 || upheld === null || end.isPending) return;
    const { told, note } = draft;
    const words = { told: told.trim(), note: note.trim() };
    const forget = upheld && draft.forget;
    const verdict = { ...draft, upheld, ...words, rubric: rubric.version, forget };
    end.mutate({ do: onKeep ? "correct" : "judge", verdict });
  };
  return (
    <form onSubmit={judge} className="grid content-start gap-4">
      {onKeep && <p className="text-soft">{judging.correctionHint()}</p>}
      <Upheld upheld={draft.upheld} onChoose={(chosen) => write({ upheld: chosen })} />
      <LeavesMemory
        isWrong={draft.upheld === true}
        leaves={draft.forget}
        onChange={(forget) => write({ forget })}
      />
      <RubricFields runId={runId} rubric={rubric} draft={draft} onWrite={write} />
      <WordsOfVerdict draft={draft} onWrite={write} />
      <div className="flex flex-wrap items-center gap-2">
        {kept.until && (
          <span className="text-xs text-faint">
            {text.yoursUntil()} <Moment at={kept.until} />
          </span>
        )}
        <span role="status" className="me-auto text-xs text-faint">
          {kept.words}
        </span>
        {missing.length > 0 && (
          <span className="text-xs text-soft wrap-anywhere">
            {judging.missing({ names: missing.join(", ") })}
          </span>
        )}
        <Button
          size="sm"
          aria-disabled={end.isPending}
          onClick={() => (onKeep ? onKeep() : !end.isPending && end.mutate({ do: "leave" }))}
        >
          {onKeep ? judging.keepVerdict() : text.leave()}
        </Button>
        <Button
          type="submit"
          look="primary"
          size="sm"
          aria-disabled={missing.length > 0 || end.isPending}
        >
          {onKeep ? judging.giveCorrection() : text.judge()}
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

/** A correction begins with the verdict that it takes the place of. */
const draftOf = ({ draft, verdict, until }: ReviewCase): VerdictDraft => {
  if (until !== null || !verdict) return draft ?? EMPTY;
  const { nth: _, seat: _seat, at: _at, ...given } = verdict;
  return given;
};

/** What a verdict still needs, in words. */
function missingOf(draft: VerdictDraft, rubric: ReviewCase["rubric"]): string[] {
  const ids = unanswered(rubric, draft.answers);
  const names = rubric.criteria.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const finding = draft.upheld === null ? [judging.missingFinding()] : [];
  const words = draft.upheld && draft.told.trim() === "" ? [judging.missingWords()] : [];
  return [...finding, ...names, ...words];
}

type WordsOfVerdictProps = {
  draft: VerdictDraft;
  onWrite: (change: Partial<VerdictDraft>) => void;
};

function WordsOfVerdict({ draft: { told, note }, onWrite }: WordsOfVerdictProps) {
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <WordsField
        label={text.wordsForThePerson()}
        hint={text.wordsRequired()}
        max={FEEDBACK_MAX_CHARS}
        words={told}
        onWrite={(words) => onWrite({ told: words })}
      />
      <WordsField
        label={text.internalNote()}
        hint={text.noteHint()}
        max={REVIEW_NOTE_MAX_CHARS}
        words={note}
        onWrite={(words) => onWrite({ note: words })}
      />
    </div>
  );
}

type UpheldProps = { upheld: boolean | null; onChoose: (upheld: boolean) => void };

const FINDINGS = [true, false];

function Upheld({ upheld, onChoose }: UpheldProps) {
  const onKeyDown = chooseByDigit(FINDINGS, onChoose);
  return (
    <fieldset data-criterion="" onKeyDown={onKeyDown} className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="sr-only">{text.verdict()}</legend>
      {FINDINGS.map((option, index) => (
        <label key={String(option)} className="flex items-center gap-2">
          <input
            type="radio"
            name="upheld"
            checked={upheld === option}
            onChange={() => onChoose(option)}
          />
          <span aria-hidden="true" className="font-mono text-xs text-faint">
            {index + 1}
          </span>
          {option ? text.uphold() : text.notUphold()}
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Keeps the draft whenever the reviewer pauses, until the case ends.
 * @returns until when they have the case, and what came of the last draft
 */
function useKeptDraft(
  { runId, until, draft: stored, rubric }: ReviewCase,
  draft: VerdictDraft,
  isKept: boolean,
) {
  const { mutate, data, error, variables } = useChangeCase(runId);
  const last = variables?.do === "keep" ? variables.draft : underRubric(stored ?? EMPTY, rubric);
  const isNew = isKept && JSON.stringify(last) !== JSON.stringify(draft);
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
