/** The form of a rule: what it finds, how severe that is, and what it would have found. */
"use client";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/overlay/select.tsx";
import {
  type ReviewRule,
  RULE_ENDS,
  RULE_FINDINGS,
  RULE_KINDS,
  type RulesChanged,
} from "@/lib/contracts/inspector/review/review-rule.ts";
import { RULE_NAME_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-rules.ts";
import { describeFailure } from "../../fetch-inspected.ts";
import { formatCount } from "../../values/format-figures.ts";
import { NEW_RULE, type RuleDraft, toDraft, toRule } from "./rule-draft.ts";
import { useChangeRules } from "./use-rules.ts";

type RuleEditorProps = {
  /** Null: a new one. */
  rule: ReviewRule | null;
  currency: string;
  onClose: () => void;
};

export function RuleEditor({ rule, currency, onClose }: RuleEditorProps) {
  const id = useId();
  const newest = rule?.versions[0];
  const [draft, setDraft] = useState(() => (newest ? toDraft(newest) : NEW_RULE));
  const change = useChangeRules(onClose);
  const write = (part: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...part });
    change.reset();
  };
  const content = toRule(draft);
  const isReady = content !== null && !change.isPending;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const seen = { id: rule?.id ?? null, version: newest?.version ?? 0 };
    change.mutate({ do: "save", ...seen, rule: content });
  };
  const isTrying = change.isPending && change.variables.do === "try";
  return (
    <form
      onSubmit={save}
      aria-label={newest?.name ?? text.newRule()}
      className="grid gap-4 rounded-md border p-4"
      noValidate
    >
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field
          id={`${id}-name`}
          label={text.name()}
          value={draft.name}
          maxLength={RULE_NAME_MAX_CHARS}
          autoComplete="off"
          onChange={({ target }) => write({ name: target.value })}
        />
        <Choice
          label={text.finds()}
          value={draft.kind}
          options={RULE_KINDS.map((kind) => ({ value: kind, name: text.kindName(kind) }))}
          onChange={(kind) => write({ kind })}
        />
        <TestFields draft={draft} currency={currency} onWrite={write} />
        <Weight draft={draft} onWrite={write} />
        <Tick label={text.isOn()} isTicked={draft.isOn} onTick={(isOn) => write({ isOn })} />
      </div>
      <p role="status" className="text-sm text-soft">
        {content === null ? missingOf(draft) : change.data && outcomeOf(change.data, draft)}
      </p>
      {change.error && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(change.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="outline"
          size="sm"
          aria-disabled={!isReady}
          onClick={() => isReady && change.mutate({ do: "try", test: content.test })}
        >
          {isTrying ? text.trying() : text.tryIt()}
        </Button>
        <Button type="submit" look="primary" size="sm" aria-disabled={!isReady}>
          {change.isPending && !isTrying ? text.saving() : text.save()}
        </Button>
        <Button size="sm" onClick={onClose}>
          {text.cancel()}
        </Button>
      </div>
    </form>
  );
}

type WeightProps = Pick<TestFieldsProps, "draft" | "onWrite">;

function Weight({ draft, onWrite }: WeightProps) {
  return (
    <>
      <Choice
        label={text.severity()}
        value={draft.severity}
        options={[1, 2, 3].map((severity) => ({
          value: String(severity),
          name: text.severityName(severity),
        }))}
        onChange={(severity) => onWrite({ severity })}
      />
      <Choice
        label={text.judges()}
        value={draft.judges}
        options={[1, 2].map((judges) => ({
          value: String(judges),
          name: text.judgesName(judges),
        }))}
        onChange={(judges) => onWrite({ judges })}
      />
    </>
  );
}

function missingOf({ name }: RuleDraft): string {
  return name.trim() === "" ? text.nameless() : text.incomplete();
}

function outcomeOf(changed: RulesChanged, { kind }: RuleDraft): string {
  if (changed.is === "stale") return text.stale();
  if (changed.is === "saved") return "";
  const { found, runs, days } = changed.tried;
  if (found === null) return text.notTried();
  const figures = { found: formatCount(found), runs: formatCount(runs), days };
  return kind === "random" ? text.triedAbout(figures) : text.tried(figures);
}

type TestFieldsProps = {
  draft: RuleDraft;
  currency: string;
  onWrite: (part: Partial<RuleDraft>) => void;
};

/** The fields of the kind that is chosen. */
function TestFields({ draft, currency, onWrite }: TestFieldsProps) {
  switch (draft.kind) {
    case "thumbs-down":
      return (
        <Tick
          label={text.withWords()}
          isTicked={draft.withWords}
          onTick={(withWords) => onWrite({ withWords })}
        />
      );
    case "deviation":
    case "cost":
    case "time":
    case "random":
      return <FigureField draft={draft} currency={currency} onWrite={onWrite} />;
    case "finding":
      return (
        <Ticks
          label={text.codes()}
          choices={RULE_FINDINGS.map((code) => [code, text.findingName(code)])}
          ticked={draft.codes}
          onTick={(codes) => onWrite({ codes })}
        />
      );
    case "ended":
      return (
        <Ticks
          label={text.ends()}
          choices={RULE_ENDS.map((end) => [end, text.endName(end)])}
          ticked={draft.ends}
          onTick={(ends) => onWrite({ ends })}
        />
      );
    case "first-runs":
      return <FirstRunsFields draft={draft} onWrite={onWrite} />;
    default:
      return <span className="max-md:hidden" />;
  }
}

function FigureField({ draft: { kind, figure }, currency, onWrite }: TestFieldsProps) {
  const id = useId();
  const hints = {
    deviation: text.deviationHint(),
    cost: text.costHint({ currency }),
    time: text.seconds(),
    random: text.percentHint(),
  };
  return (
    <Field
      id={id}
      label={kind === "random" ? text.percent() : text.above()}
      hint={Object.entries(hints).find(([name]) => name === kind)?.[1] ?? ""}
      value={figure}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ target }) => onWrite({ figure: target.value })}
    />
  );
}

function FirstRunsFields({ draft, onWrite }: WeightProps) {
  const id = useId();
  const { of, agent, runs } = draft;
  return (
    <>
      <Choice
        label={text.of()}
        value={of}
        options={[
          { value: "agent", name: text.agent() },
          { value: "prompt", name: text.prompt() },
        ]}
        onChange={(chosen) => onWrite({ of: chosen })}
      />
      <Field
        id={`${id}-name`}
        label={of === "agent" ? text.agent() : text.prompt()}
        hint={of === "agent" ? text.agentHint() : text.promptHint()}
        value={agent}
        autoComplete="off"
        onChange={({ target }) => onWrite({ agent: target.value })}
      />
      <Field
        id={`${id}-runs`}
        label={text.firstRuns()}
        value={runs}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => onWrite({ runs: target.value })}
      />
    </>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; name: string }[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {props.label}
      </span>
      <Select {...props} className="h-10" />
    </div>
  );
}

type TickProps = { label: string; isTicked: boolean; onTick: (isTicked: boolean) => void };

function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <label className="flex items-center gap-2 self-center text-sm">
      <input
        type="checkbox"
        checked={isTicked}
        className="size-4 accent-accent"
        onChange={({ target }) => onTick(target.checked)}
      />
      {label}
    </label>
  );
}

type TicksProps = {
  label: string;
  choices: readonly (readonly [value: string, name: string])[];
  ticked: readonly string[];
  onTick: (ticked: readonly string[]) => void;
};

function Ticks({ label, choices, ticked, onTick }: TicksProps) {
  return (
    <fieldset className="grid gap-1.5 md:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-1.5 md:grid-cols-2">
        {choices.map(([value, name]) => (
          <Tick
            key={value}
            label={name}
            isTicked={ticked.includes(value)}
            onTick={(isTicked) =>
              onTick(isTicked ? [...ticked, value] : ticked.filter((other) => other !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
