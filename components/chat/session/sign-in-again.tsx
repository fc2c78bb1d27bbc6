/** Signs in again where the person is, so that nothing they wrote is lost. */
"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import * as accountText from "@/lib/messages/account.ts";
import * as text from "@/lib/messages/chat.ts";
import { RequestFailed, request } from "../data/get-json.ts";
import { leaveToOther, noteSignedIn, stopAsking, tellTabsWho } from "./session-state.ts";

type SignInAgainProps = { personId: string; email: string; isOpen: boolean };

export default function SignInAgain({ personId, email, isOpen }: SignInAgainProps) {
  return (
    <Dialog isOpen={isOpen} onClose={stopAsking} title={text.signInAgain()} showsTitle>
      <SignInForm personId={personId} email={email} />
    </Dialog>
  );
}

function SignInForm({ personId, email }: Omit<SignInAgainProps, "isOpen">) {
  const password = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; attempt: number } | null>(null);
  useEffect(() => {
    password.current?.focus();
    password.current?.select();
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    const { failure, isLeaving } = await signIn(typed);
    setBusy(false);
    if (failure !== null) {
      setRefusal((last) => ({ message: failure, attempt: (last?.attempt ?? 0) + 1 }));
      password.current?.focus();
      password.current?.select();
      return;
    }
    // An address names one account. Whoever typed another one gets their own page, without these words.
    if (String(typed.email).trim().toLowerCase() !== email.toLowerCase()) return leaveToOther();
    // An account that is to be deleted is kept first, or left alone.
    if (isLeaving) return window.location.assign(KEEP_PATH);
    tellTabsWho(personId);
    noteSignedIn();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-sm text-soft">{text.signInAgainWhy()}</p>
      <Field
        id="again-email"
        name="email"
        label={accountText.email()}
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
      />
      <Field
        id="again-password"
        name="password"
        label={accountText.password()}
        type="password"
        autoComplete="current-password"
        inputRef={password}
        aria-describedby={refusal ? "again-refusal" : undefined}
        required
      />
      <div id="again-refusal" role="alert" className="empty:hidden">
        {refusal && (
          <Notice key={refusal.attempt} tone="danger">
            {refusal.message}
          </Notice>
        )}
      </div>
      <Button type="submit" look="primary" aria-disabled={isBusy} className="h-10!">
        {accountText.signIn()}
      </Button>
    </form>
  );
}

const KEEP_PATH = "/keep-account";

type SignedIn = {
  /** Why it was refused, in words; null where it was not. */
  failure: string | null;
  /** The account is to be deleted. */
  isLeaving: boolean;
};

async function signIn(typed: Record<string, unknown>): Promise<SignedIn> {
  try {
    const response = await request("/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(typed),
    });
    const { to } = await response.json();
    return { failure: null, isLeaving: to === KEEP_PATH };
  } catch (error) {
    const failure = error instanceof RequestFailed ? error.message : text.serverFault();
    return { failure, isLeaving: false };
  }
}
