/** One criterion of the rubric, to be changed. */
"use client";
import { ArrowUp, X } from "lucide-react";
import { useId } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { type Criterion, Severity } from "@/lib/contracts/inspector/review/rubric.ts";
import {
  RUBRIC_NAME_MAX_CHARS,
  RUBRIC_OPTIONS_MAX,
  RUBRIC_WHEN_MAX_CHARS,
} from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-judging.ts";
import { freeId, ID_MAX_CHARS } from "./free-id.ts";
import { FIELD, LineField } from "./line-field.tsx";

type Kind = Criterion["kind"];
type Of<Wanted extends Kind> = Extract<Criterion, { kind: Wanted }>;

const KINDS: readonly Kind[] = ["pass", "scale", "choice", "text"];
const SEVERITIES: readonly Severity[] = [1, 2, 3];

export function newCriterion(others: readonly Criterion[]): Criterion {
  const name = text.newCriterion();
  return ofKind("pass", { id: freeId("criterion", others), name, severity: 2, required: false });
}

type Common = Pick<Criterion, "id" | "name" | "severity" | "required">;

/** The criterion with what each kind begins with. */
function ofKind(kind: Kind, { id, name, severity, required }: Common): Criterion {
  const common = { id, name, severity, required };
  if (kind === "pass") return { kind, ...common, pass: "", fail: "" };
  if (kind === "text") return { kind, ...common, when: "" };
  if (kind === "scale")
    return { kind, ...common, steps: [1, 2, 3].map((value) => ({ value, when: "" })) };
  return {
    kind,
    ...common,
    options: ["a", "b"].map((value) => ({ value, name: value, when: "" })),
  };
}

type CriterionEditorProps = {
  /** From 1. */
  number: number;
  criterion: Criterion;
  /** Null: it is removed. */
  onChange: (criterion: Criterion | null) => void;
  /** Null: it is the first one. */
  onMoveUp: (() => void) | null;
};

export function CriterionEditor({ number, criterion, onChange, onMoveUp }: CriterionEditorProps) {
  const title = text.criterion({ number });
  return (
    <section aria-label={title} className="grid gap-3 border-t pt-4">
      <header className="flex items-center gap-1">
        <h2 className="me-auto font-medium">{title}</h2>
        {onMoveUp && (
          <IconButton
            size="sm"
            aria-label={text.moveUp({ name: criterion.name })}
            onClick={onMoveUp}
          >
            <ArrowUp className="size-3.5" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          size="sm"
          aria-label={text.remove({ name: criterion.name })}
          onClick={() => onChange(null)}
        >
          <X className="size-3.5" aria-hidden="true" />
        </IconButton>
      </header>
      <Head criterion={criterion} onChange={onChange} />
      <Guidance criterion={criterion} onChange={onChange} />
    </section>
  );
}

type PartProps<Edited extends Criterion = Criterion> = {
  criterion: Edited;
  onChange: (criterion: Criterion) => void;
};

function Head({ criterion, onChange }: PartProps) {
  const id = useId();
  const { kind, severity, required } = criterion;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <LineField
        label={text.name()}
        value={criterion.name}
        max={RUBRIC_NAME_MAX_CHARS}
        onChange={(name) => onChange({ ...criterion, name })}
        className="min-w-40 flex-1"
      />
      <LineField
        label={text.id()}
        value={criterion.id}
        max={ID_MAX_CHARS}
        onChange={(own) => onChange({ ...criterion, id: own })}
        className="w-36"
      />
      <label className="grid gap-1">
        <span className="text-xs text-faint">{text.kind()}</span>
        <select
          value={kind}
          onChange={({ target }) =>
            onChange(ofKind(KINDS.find((each) => each === target.value) ?? kind, criterion))
          }
          className={FIELD}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {text.kindName(each)}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        <span className="text-xs text-faint">{text.severity()}</span>
        <select
          value={severity}
          onChange={({ target }) =>
            onChange({ ...criterion, severity: Severity.parse(Number(target.value)) })
          }
          className={FIELD}
        >
          {SEVERITIES.map((each) => (
            <option key={each} value={each}>
              {text.severityName(each)}
            </option>
          ))}
        </select>
      </label>
      <span className="flex items-center gap-2 py-1">
        <input
          id={id}
          type="checkbox"
          checked={required}
          onChange={({ target }) => onChange({ ...criterion, required: target.checked })}
        />
        <label htmlFor={id}>{text.isRequired()}</label>
      </span>
    </div>
  );
}

/** When to give which value. */
function Guidance({ criterion, onChange }: PartProps) {
  if (criterion.kind === "scale") return <Steps criterion={criterion} onChange={onChange} />;
  if (criterion.kind === "choice") return <Options criterion={criterion} onChange={onChange} />;
  if (criterion.kind === "text")
    return (
      <LineField
        label={text.when()}
        value={criterion.when}
        max={RUBRIC_WHEN_MAX_CHARS}
        onChange={(when) => onChange({ ...criterion, when })}
      />
    );
  return (
    <>
      {(["pass", "fail"] as const).map((value) => (
        <LineField
          key={value}
          label={text.whenTo({ value: value === "pass" ? text.pass() : text.fail() })}
          value={criterion[value]}
          max={RUBRIC_WHEN_MAX_CHARS}
          onChange={(when) => onChange({ ...criterion, [value]: when })}
        />
      ))}
    </>
  );
}

function Steps({ criterion, onChange }: PartProps<Of<"scale">>) {
  const { steps } = criterion;
  const write = (next: typeof steps) => onChange({ ...criterion, steps: next });
  const last = steps.at(-1)?.value ?? 0;
  return (
    <>
      {steps.map(({ value, when }, index) => (
        <div key={value} className="flex items-end gap-2">
          <LineField
            label={text.whenTo({ value })}
            value={when}
            max={RUBRIC_WHEN_MAX_CHARS}
            onChange={(words) =>
              write(steps.map((step, at) => (at === index ? { value, when: words } : step)))
            }
            className="flex-1"
          />
          <Removal
            name={String(value)}
            isOffered={steps.length > 2}
            onRemove={() => write(steps.filter((step) => step.value !== value))}
          />
        </div>
      ))}
      <Addition
        isOffered={steps.length < RUBRIC_OPTIONS_MAX}
        onAdd={() => write([...steps, { value: last + 1, when: "" }])}
      />
    </>
  );
}

function Options({ criterion, onChange }: PartProps<Of<"choice">>) {
  const { options } = criterion;
  const write = (next: typeof options) => onChange({ ...criterion, options: next });
  const change = (index: number, changed: Partial<(typeof options)[number]>) =>
    write(options.map((option, at) => (at === index ? { ...option, ...changed } : option)));
  return (
    <>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that stays
        <div key={index} className="flex flex-wrap items-end gap-2">
          <LineField
            label={text.value()}
            value={option.value}
            max={ID_MAX_CHARS}
            onChange={(value) => change(index, { value })}
            className="w-32"
          />
          <LineField
            label={text.name()}
            value={option.name}
            max={RUBRIC_NAME_MAX_CHARS}
            onChange={(name) => change(index, { name })}
            className="w-44"
          />
          <LineField
            label={text.whenTo({ value: option.name })}
            value={option.when}
            max={RUBRIC_WHEN_MAX_CHARS}
            onChange={(when) => change(index, { when })}
            className="min-w-56 flex-1"
          />
          <Removal
            name={option.name}
            isOffered={options.length > 2}
            onRemove={() => write(options.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Addition
        isOffered={options.length < RUBRIC_OPTIONS_MAX}
        onAdd={() => {
          const value = freeId(
            "option",
            options.map((option) => ({ id: option.value })),
          );
          write([...options, { value, name: "", when: "" }]);
        }}
      />
    </>
  );
}

type RemovalProps = { name: string; isOffered: boolean; onRemove: () => void };

function Removal({ name, isOffered, onRemove }: RemovalProps) {
  if (!isOffered) return null;
  return (
    <IconButton size="sm" aria-label={text.remove({ name })} onClick={onRemove}>
      <X className="size-3.5" aria-hidden="true" />
    </IconButton>
  );
}

function Addition({ isOffered, onAdd }: { isOffered: boolean; onAdd: () => void }) {
  if (!isOffered) return null;
  return (
    <Button size="sm" className="justify-self-start" onClick={onAdd}>
      {text.addOption()}
    </Button>
  );
}
