/** The rubric: reviewers read it, an admin changes it. A change is a new version. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import {
  type ChangeRubric,
  Rubric,
  ShownRubric,
  VersionedRubric,
} from "@/lib/contracts/inspector/review/rubric.ts";
import {
  RUBRIC_CRITERIA_MAX,
  RUBRIC_LABELS_MAX,
  RUBRIC_NAME_MAX_CHARS,
  RUBRIC_WHEN_MAX_CHARS,
} from "@/lib/contracts/limits.ts";
import * as reviewText from "@/lib/messages/review.ts";
import * as text from "@/lib/messages/review-judging.ts";
import { describeFailure, postInspected, useInspected } from "../../fetch-inspected.ts";
import { Page, PageContent, PageLines } from "../../frame.tsx";
import { inspectorKeys } from "../../inspector-keys.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { CriterionEditor, newCriterion } from "./criterion-editor.tsx";
import { freeId, ID_MAX_CHARS } from "./free-id.ts";
import { LineField } from "./line-field.tsx";

const ADDRESS = "/api/admin/review/rubric";

export function RubricView() {
  const query = useInspected(inspectorKeys.rubric(), ShownRubric, ADDRESS);
  return (
    <Page
      title={text.rubric()}
      intro={text.rubricIntro()}
      aside={
        <Link href="/admin/review" prefetch={false} className={`${TEXT_LINK} ml-auto text-sm`}>
          {reviewText.toTheList()}
        </Link>
      }
      className="max-w-[60rem] grid-cols-1 gap-4"
    >
      <PageContent
        query={query}
        loading={<PageLines words={text.loadingRubric()} first="h-7 w-40" />}
      >
        {(shown) => <RubricForm key={shown.rubric.version} shown={shown} />}
      </PageContent>
    </Page>
  );
}

function RubricForm({ shown }: { shown: ShownRubric }) {
  const { rubric, mayChange } = shown;
  const [draft, setDraft] = useState<Rubric>({ criteria: rubric.criteria, labels: rubric.labels });
  const save = useSaveRubric();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toRubric(rubric));
  const isWhole = Rubric.safeParse(draft).success;
  const { criteria, labels } = draft;
  const write = (next: Rubric["criteria"]) => setDraft({ ...draft, criteria: next });
  return (
    <form
      className="grid gap-5 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && isWhole && !save.isPending)
          save.mutate({ from: rubric.version, rubric: draft });
      }}
    >
      <p className="text-soft">
        {versionOf(shown)} {!mayChange && text.onlyAdmins()}
      </p>
      <fieldset disabled={!mayChange} className="grid gap-5">
        <legend className="sr-only">{text.rubric()}</legend>
        {criteria.map((criterion, index) => (
          <CriterionEditor
            // A name or an id that is being written keeps its field.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that stays
            key={index}
            number={index + 1}
            criterion={criterion}
            onChange={(changed) =>
              write(criteria.flatMap((each, at) => (at === index ? (changed ?? []) : each)))
            }
            onMoveUp={index === 0 ? null : () => write(swap(criteria, index))}
          />
        ))}
        {mayChange && criteria.length < RUBRIC_CRITERIA_MAX && (
          <Button
            look="outline"
            size="sm"
            className="justify-self-start"
            onClick={() => write([...criteria, newCriterion(criteria)])}
          >
            {text.addCriterion()}
          </Button>
        )}
        <LabelsEditor labels={labels} onChange={(next) => setDraft({ ...draft, labels: next })} />
      </fieldset>
      {mayChange && (
        <p className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            look="primary"
            size="sm"
            aria-disabled={!isChanged || !isWhole || save.isPending}
          >
            {text.save()}
          </Button>
          <span role="status" className="text-soft">
            {!isWhole && text.notComplete()}
            {save.data && !isChanged && text.saved({ version: save.data.version })}
          </span>
          {save.error && (
            <span role="alert" className="text-danger">
              {describeFailure(save.error)}
            </span>
          )}
        </p>
      )}
    </form>
  );
}

const toRubric = ({ criteria, labels }: Rubric): Rubric => ({ criteria, labels });

function versionOf({ rubric: { version }, at, madeBy }: ShownRubric): string {
  if (at === null) return text.shipped({ version });
  return text.madeBy({ version, by: madeBy ?? text.somebody(), at: at.slice(0, 10) });
}

function swap<Item>(items: readonly Item[], index: number): Item[] {
  const moved = items.slice(index, index + 1);
  return [
    ...items.slice(0, index - 1),
    ...moved,
    ...items.slice(index - 1, index),
    ...items.slice(index + 1),
  ];
}

function useSaveRubric() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangeRubric) => postInspected(VersionedRubric, ADDRESS, change),
    onSuccess: () => client.invalidateQueries({ queryKey: inspectorKeys.rubric() }),
  });
}

type Labels = Rubric["labels"];
type LabelsEditorProps = { labels: Labels; onChange: (labels: Labels) => void };

function LabelsEditor({ labels, onChange }: LabelsEditorProps) {
  const change = (index: number, changed: Partial<Labels[number]>) =>
    onChange(labels.map((label, at) => (at === index ? { ...label, ...changed } : label)));
  return (
    <section aria-label={text.labels()} className="grid gap-3 border-t pt-4">
      <h2 className="font-medium">{text.labels()}</h2>
      {labels.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that stays
        <div key={index} className="flex flex-wrap items-end gap-2">
          <LineField
            label={text.id()}
            value={label.id}
            max={ID_MAX_CHARS}
            onChange={(id) => change(index, { id })}
            className="w-32"
          />
          <LineField
            label={text.name()}
            value={label.name}
            max={RUBRIC_NAME_MAX_CHARS}
            onChange={(name) => change(index, { name })}
            className="w-40"
          />
          <LineField
            label={text.when()}
            value={label.when}
            max={RUBRIC_WHEN_MAX_CHARS}
            onChange={(when) => change(index, { when })}
            className="min-w-56 flex-1"
          />
          <IconButton
            size="sm"
            aria-label={text.remove({ name: label.name })}
            onClick={() => onChange(labels.filter((_, at) => at !== index))}
          >
            <X className="size-3.5" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {labels.length < RUBRIC_LABELS_MAX && (
        <Button
          look="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...labels, { id: freeId("label", labels), name: "", when: "" }])}
        >
          {text.addLabel()}
        </Button>
      )}
    </section>
  );
}
