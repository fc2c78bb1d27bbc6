/** A person's settings: of their account (theme, size of text, key that sends, answers) and of this browser (notifications). */
"use client";
import { useActionState, useId, useState, useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import {
  lookNow,
  lookPlace,
  sendKey,
  textSize,
  theme,
} from "@/components/ui/device/device-choice.ts";
import {
  turnNoticesOff,
  turnNoticesOn,
  useNoticeState,
} from "@/components/ui/device/notice-setting.ts";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { INSTRUCTIONS_MAX_CHARS } from "@/lib/contracts/limits.ts";
import type {
  ChosenModel,
  Look,
  OwnInstructions,
  SettingChange,
} from "@/lib/contracts/public/person/preferences.ts";
import * as text from "@/lib/messages/settings.ts";

type Option<Value extends string> = { value: Value; name: string; hint?: string };

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  const isHydrated = useIsHydrated();
  return (
    <fieldset disabled={!isHydrated}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1.5 max-md:min-h-11"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              className="mt-1 size-4 shrink-0 accent-(--color-accent)"
            />
            <span>
              <span className="block text-md">{option.name}</span>
              {option.hint && (
                <span id={`${id}-${option.value}`} className="block text-sm text-faint">
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** @param look the account's: it holds again once this device gives up its own */
export function LookSettings({ look }: { look: Look }) {
  return (
    <div className="grid gap-6">
      <Choice
        label={text.theme()}
        value={theme.use()}
        onChange={theme.choose}
        options={[
          { value: "system", name: text.themeSystem() },
          { value: "light", name: text.themeLight() },
          { value: "dark", name: text.themeDark() },
        ]}
      />
      <Choice
        label={text.textSize()}
        value={textSize.use()}
        onChange={textSize.choose}
        options={[
          { value: "normal", name: text.textNormal() },
          { value: "large", name: text.textLarge() },
          { value: "largest", name: text.textLargest() },
        ]}
      />
      <LookPlace look={look} />
    </div>
  );
}

function LookPlace({ look }: { look: Look }) {
  const id = useId();
  const isHydrated = useIsHydrated();
  const [accounts, setAccounts] = useState(look);
  const change = (isOwn: boolean) => {
    // What stands here until now is the account's.
    if (isOwn) setAccounts(lookNow());
    lookPlace.choose(isOwn ? "device" : "account");
    if (isOwn) return;
    if (accounts.theme) theme.apply(accounts.theme);
    if (accounts.textSize) textSize.apply(accounts.textSize);
  };
  return (
    <label className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1.5 max-md:min-h-11">
      <input
        type="checkbox"
        disabled={!isHydrated}
        checked={lookPlace.use() === "device"}
        onChange={(event) => change(event.target.checked)}
        aria-describedby={id}
        className="mt-1 size-4 shrink-0 accent-(--color-accent)"
      />
      <span>
        <span className="block text-md">{text.lookHere()}</span>
        <span id={id} className="block text-sm text-faint">
          {text.lookHereHint()}
        </span>
      </span>
    </label>
  );
}

export function WritingSettings() {
  return (
    <Choice
      label={text.sendKey()}
      value={sendKey.use()}
      onChange={sendKey.choose}
      options={[
        { value: "enter", name: text.sendEnter(), hint: text.sendEnterHint() },
        { value: "chord", name: text.sendChord(), hint: text.sendChordHint() },
      ]}
    />
  );
}

type InstructionsFormProps = {
  instructions: string;
  save: (input: OwnInstructions) => Promise<SettingChange>;
};

/** What a person asks of every answer, and which model gives it where the operator offers a choice. */
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

/** Whether this browser tells of answers and questions while the person looks elsewhere. */
export function NotificationSettings() {
  const state = useNoticeState();
  if (state === null) return <div className="h-9" />;
  if (state === "unsupported") return <p>{text.notificationsUnsupported()}</p>;
  if (state === "blocked") return <p>{text.notificationsBlocked()}</p>;
  const isOn = state === "on";
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status">{isOn ? text.notificationsOn() : text.notificationsOff()}</p>
      <Button look="outline" onClick={() => (isOn ? turnNoticesOff() : void turnNoticesOn())}>
        {isOn ? text.turnOff() : text.turnOn()}
      </Button>
    </div>
  );
}
