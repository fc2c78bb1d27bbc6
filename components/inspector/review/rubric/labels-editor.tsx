/** The labels of the rubric, each with a sentence for when to use it. */
"use client";
import { X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import type { Rubric } from "@/lib/contracts/inspector/review/rubric.ts";
import {
  RUBRIC_LABELS_MAX,
  RUBRIC_NAME_MAX_CHARS,
  RUBRIC_WHEN_MAX_CHARS,
} from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-judging.ts";
import { freeId, ID_MAX_CHARS } from "./free-id.ts";
import { LineField } from "./line-field.tsx";

type Labels = Rubric["labels"];
type LabelsEditorProps = { labels: Labels; onChange: (labels: Labels) => void };

export function LabelsEditor({ labels, onChange }: LabelsEditorProps) {
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
