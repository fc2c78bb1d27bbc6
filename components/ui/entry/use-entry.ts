"use client";
/** Posts a form of sign-in, sign-up or a link, and goes where the answer says. */
import { type FormEvent, useState } from "react";
import type { EntryRefusal } from "@/lib/contracts/entry-refusal.ts";
import * as text from "@/lib/messages/account.ts";

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
export function useEntry(address: string, { first = null, onDone = leave }: EntryOptions): Entry {
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
