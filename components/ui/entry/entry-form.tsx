/** The frame of a form of sign-in, sign-up or a link: title, fields, what was refused, the button. */
"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type EntryRefusal, fieldOfRefusal } from "@/lib/contracts/entry-refusal.ts";
import * as text from "@/lib/messages/account.ts";
import { Button } from "../button.tsx";
import { Notice } from "../notice.tsx";

type EntryFormProps = {
  title: string;
  /** `1` on a page; `null` in a dialog, which has its own title. */
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

type Refusal = EntryRefusal & { attempt: number };

type Entry = { isBusy: boolean; refusal: Refusal | null; submit: (event: FormEvent) => void };

type EntryOptions = {
  /** The refusal that a plain form came back with, if any. */
  first?: EntryRefusal | null;
  /** Default: the page moves there. */
  onDone?: (to: string) => void;
};

const leave = (to: string) => window.location.assign(to);

/** @param address where the form is posted; without JavaScript the browser posts it there itself */
function useEntry(address: string, { first = null, onDone = leave }: EntryOptions): Entry {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(first && { ...first, attempt: 0 });

  async function send(form: HTMLFormElement): Promise<void> {
    setBusy(true);
    const answer = await post(address, Object.fromEntries(new FormData(form)));
    if (answer.ok) {
      onDone(answer.to);
      return;
    }
    setBusy(false);
    setRefusal((last) => ({ ...answer.error, attempt: (last?.attempt ?? 0) + 1 }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy && event.currentTarget instanceof HTMLFormElement) void send(event.currentTarget);
  }

  return { isBusy, refusal, submit };
}

type Answer = { ok: true; to: string } | { ok: false; error: EntryRefusal };

async function post(address: string, fields: Record<string, unknown>): Promise<Answer> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    const [body, { ApiError, SignedIn }] = await Promise.all([
      response.json() as Promise<unknown>,
      import("@/lib/contracts/api-error.ts"),
    ]);
    if (response.ok) return { ok: true, to: SignedIn.parse(body).to };
    return { ok: false, error: ApiError.parse(body).error };
  } catch {
    return { ok: false, error: { code: "unreachable", message: text.unreachable() } };
  }
}
