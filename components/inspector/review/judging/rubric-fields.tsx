/** What the rubric asks for, and the places that the verdict marks. */
"use client";
import { useId } from "react";
import type { VersionedRubric } from "@/lib/contracts/inspector/review/rubric.ts";
import type { VerdictDraft } from "@/lib/contracts/inspector/review/verdict.ts";
import * as text from "@/lib/messages/review-judging.ts";
import * as person from "@/lib/messages/review-person.ts";
import { CriterionField } from "./criterion-field.tsx";
import { MarkList } from "./mark-list.tsx";

type RubricFieldsProps = {
  runId: string;
  rubric: VersionedRubric;
  draft: VerdictDraft;
  onWrite: (change: Partial<VerdictDraft>) => void;
};

export function RubricFields({ runId, rubric, draft, onWrite }: RubricFieldsProps) {
  const { answers, labels, marks } = draft;
  return (
    <>
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {rubric.criteria.map((criterion) => (
          <CriterionField
            key={criterion.id}
            criterion={criterion}
            answer={answers[criterion.id]}
            onAnswer={(answer) => {
              const { [criterion.id]: _, ...others } = answers;
              const own = answer === undefined ? {} : { [criterion.id]: answer };
              onWrite({ answers: { ...others, ...own } });
            }}
          />
        ))}
      </div>
      {rubric.labels.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 font-medium">{text.labels()}</legend>
          {rubric.labels.map(({ id, name, when }) => (
            <label key={id} data-tooltip={when || undefined} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={labels.includes(id)}
                onChange={({ target }) =>
                  onWrite({
                    labels: target.checked
                      ? [...labels, id]
                      : labels.filter((label) => label !== id),
                  })
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <MarkList
        runId={runId}
        marks={marks}
        labels={rubric.labels}
        onChange={(changed) => onWrite({ marks: changed })}
      />
    </>
  );
}

/** What is left of a draft under this rubric: another version may have asked for other things. */
export function underRubric(draft: VerdictDraft, rubric: VersionedRubric): VerdictDraft {
  if (draft.rubric === rubric.version) return draft;
  const { criteria, labels } = rubric;
  const isLabel = (id: string | null) => labels.some((label) => label.id === id);
  const isOwn = (id: string) => criteria.some((criterion) => criterion.id === id);
  return {
    ...draft,
    rubric: rubric.version,
    answers: Object.fromEntries(Object.entries(draft.answers).filter(([id]) => isOwn(id))),
    labels: draft.labels.filter(isLabel),
    marks: draft.marks.map((mark) => ({ ...mark, label: isLabel(mark.label) ? mark.label : null })),
  };
}

type LeavesMemoryProps = {
  /** Only what is found wrong can leave memory. */
  isWrong: boolean;
  leaves: boolean;
  onChange: (leaves: boolean) => void;
};

export function LeavesMemory({ isWrong, leaves, onChange }: LeavesMemoryProps) {
  const id = useId();
  if (!isWrong) return null;
  return (
    <div className="grid gap-1">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          aria-describedby={id}
          checked={leaves}
          onChange={({ target }) => onChange(target.checked)}
        />
        {person.leavesMemory()}
      </label>
      <span id={id} className="text-xs text-faint">
        {person.leavesMemoryHint()}
      </span>
    </div>
  );
}
