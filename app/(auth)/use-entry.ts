"use client";
/** Posts a sign-in or sign-up form and goes where the person was going. */
import { type FormEvent, useState } from "react";
import * as text from "@/lib/messages/account.ts";

type Refusal = { code: string; message: string; attempt: number };

type Entry = { isBusy: boolean; refusal: Refusal | null; submit: (event: FormEvent) => void };

/** @param first the refusal that a plain form came back with, if any */
export function useEntry(address: string, first: { code: string; message: string } | null): Entry {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(first && { ...first, attempt: 0 });

  async function send(form: HTMLFormElement): Promise<void> {
    setBusy(true);
    const answer = await post(address, Object.fromEntries(new FormData(form)));
    if (answer.ok) {
      window.location.assign(answer.to);
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

type Answer = { ok: true; to: string } | { ok: false; error: { code: string; message: string } };

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
