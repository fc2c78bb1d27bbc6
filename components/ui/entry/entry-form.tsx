"use client";
/** The frame of a form of sign-in, sign-up or a link: title, fields, what was refused, the button. */
import { type ReactNode, useEffect, useRef } from "react";
import { type EntryRefusal, fieldOfRefusal } from "@/lib/contracts/entry-refusal.ts";
import { Button } from "../button.tsx";
import { Notice } from "../notice.tsx";
import { useEntry } from "./use-entry.ts";

type EntryFormProps = {
  title: string;
  /** Of the page `1`; of a dialog, which has its own title, `null`. */
  level?: 1 | null;
  address: string;
  first?: EntryRefusal | null;
  onDone?: (to: string) => void;
  /** Fields that are sent and not shown. */
  hidden?: Record<string, string>;
  button: string;
  /** @param errorOf the sentence at the field of this name */
  fields: (errorOf: (name: string) => string | null) => ReactNode;
  /** Takes the focus where a refusal belongs to no field. */
  focusOnRefusal?: string;
  children?: ReactNode;
};

/** An error stands at its field, which gets the focus. Without JavaScript it is posted as a plain form. */
export function EntryForm(props: EntryFormProps) {
  const { title, level = 1, address, hidden = {}, button, fields, children } = props;
  const { isBusy, refusal, submit } = useEntry(address, props);
  const form = useRef<HTMLFormElement>(null);
  const field = fieldOfRefusal(refusal);
  const attempt = refusal?.attempt;
  const focused = field ?? props.focusOnRefusal;

  useEffect(() => {
    if (attempt === undefined || !focused) return;
    const input = form.current?.querySelector<HTMLInputElement>(`[name="${focused}"]`);
    input?.focus();
    input?.select();
  }, [attempt, focused]);

  return (
    <form
      ref={form}
      method="post"
      action={address}
      onSubmit={submit}
      aria-describedby={refusal && !field ? "refusal" : undefined}
      className="grid gap-5"
      noValidate
    >
      {level && <h1 className="text-xl font-[580] tracking-[-0.022em]">{title}</h1>}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields((name) => (refusal && name === field ? refusal.message : null))}
      <div id="refusal" role="alert" className="empty:hidden">
        {refusal && (
          <span key={refusal.attempt} className={field ? "sr-only" : undefined}>
            {field ? refusal.message : <Notice tone="danger">{refusal.message}</Notice>}
          </span>
        )}
      </div>
      <Button
        type="submit"
        look="primary"
        aria-disabled={isBusy}
        className="h-10! pointer-coarse:h-11!"
      >
        {button}
      </Button>
      {children}
    </form>
  );
}
