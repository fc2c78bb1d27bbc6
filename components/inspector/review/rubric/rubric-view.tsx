/** The rubric: reviewers read it, an admin changes it. A change is a new version. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import {
  type ChangeRubric,
  Rubric,
  ShownRubric,
  VersionedRubric,
} from "@/lib/contracts/inspector/review/rubric.ts";
import { RUBRIC_CRITERIA_MAX } from "@/lib/contracts/limits.ts";
import * as reviewText from "@/lib/messages/review.ts";
import * as text from "@/lib/messages/review-judging.ts";
import { describeFailure, postInspected, useInspected } from "../../fetch-inspected.ts";
import { Page, PageContent, PageLines } from "../../frame.tsx";
import { inspectorKeys } from "../../inspector-keys.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { CriterionEditor, newCriterion } from "./criterion-editor.tsx";
import { LabelsEditor } from "./labels-editor.tsx";

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
