/** What a person asks of every answer, and which model gives it where the operator offers a choice. */
"use client";
import { useActionState, useId, useState, useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import { useIsHydrated } from "@/components/ui/use-is-hydrated.ts";
import { INSTRUCTIONS_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type {
  ChosenModel,
  OwnInstructions,
  SettingChange,
} from "@/lib/contracts/public/person/preferences.ts";
import * as text from "@/lib/messages/settings.ts";
import { Choice } from "./choice.tsx";

type InstructionsFormProps = {
  instructions: string;
  save: (input: OwnInstructions) => Promise<SettingChange>;
};

export function InstructionsForm({ instructions, save }: InstructionsFormProps) {
  const id = useId();
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState(instructions);
  const [saved, submit, isBusy] = useActionState(
    (_before: SettingChange | null, said: string) => save({ instructions: said }),
    null,
  );
  const isTooLong = typed.trim().length > INSTRUCTIONS_MAX_CHARS;
  const note = isTooLong
    ? text.instructionsTooLong({ max: INSTRUCTIONS_MAX_CHARS.toLocaleString("en") })
    : saved?.message;
  return (
    <form action={() => submit(typed)} className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {text.instructions()}
      </label>
      <p id={`${id}-hint`} className="text-sm text-faint">
        {text.instructionsHint()}
      </p>
      <textarea
        id={id}
        dir="auto"
        rows={5}
        readOnly={!isHydrated}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-invalid={isTooLong || saved?.ok === false || undefined}
        aria-describedby={[`${id}-hint`, `${id}-note`].join(" ")}
        className="field-sizing-content max-h-[50dvh] min-h-32 w-full rounded-md border border-field bg-raised px-3 py-2 text-md"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="outline" disabled={isBusy || isTooLong}>
          {text.instructionsSave()}
        </Button>
        <span id={`${id}-note`} role="status" className="text-sm text-soft">
          {note}
        </span>
      </div>
    </form>
  );
}

type ModelChoiceProps = {
  chosen: string | null;
  choices: readonly { connection: string; name: string }[];
  choose: (input: ChosenModel) => Promise<SettingChange>;
};

/** No connection can have this id: one is never empty. */
const NONE = "";

export function ModelChoice({ chosen, choices, choose }: ModelChoiceProps) {
  const isGone = chosen !== null && choices.every(({ connection }) => connection !== chosen);
  const [value, setValue] = useState(isGone ? NONE : (chosen ?? NONE));
  const [came, setCame] = useState<SettingChange | null>(null);
  const [, start] = useTransition();
  const change = (model: string) => {
    const before = value;
    setValue(model);
    start(async () => {
      const result = await choose({ model: model === NONE ? null : model });
      setCame(result);
      if (!result.ok) setValue(before);
    });
  };
  return (
    <div>
      <Choice
        label={text.model()}
        value={value}
        onChange={change}
        options={[
          { value: NONE, name: text.modelDefault() },
          ...choices.map(({ connection, name }) => ({ value: connection, name })),
        ]}
      />
      <p role="status" className="mt-1 text-sm text-soft">
        {came?.message ?? (isGone && text.modelWithdrawn())}
      </p>
    </div>
  );
}
