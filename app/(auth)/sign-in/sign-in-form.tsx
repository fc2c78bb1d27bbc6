"use client";
/** The sign-in form. Without JavaScript it is posted as a plain form. */
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import * as text from "@/lib/messages/account.ts";
import { useEntry } from "../use-entry.ts";

const ADDRESS = "/api/auth/sign-in/email";

type SignInFormProps = { returnPath: string; refusal: string | null; canSignUp: boolean };

export function SignInForm({ returnPath, refusal: first, canSignUp }: SignInFormProps) {
  const entry = useEntry(ADDRESS, first === null ? null : { code: "refused", message: first });
  const password = useRef<HTMLInputElement>(null);
  const attempt = entry.refusal?.attempt;

  useEffect(() => {
    if (!attempt) return;
    password.current?.focus();
    password.current?.select();
  }, [attempt]);

  return (
    <form method="post" action={ADDRESS} onSubmit={entry.submit} className="grid gap-5">
      <h1 className="text-xl font-[580] tracking-[-0.022em]">{text.signIn()}</h1>
      <input type="hidden" name="to" value={returnPath} />
      <Field
        id="email"
        name="email"
        label={text.email()}
        type="email"
        autoComplete="username"
        required
      />
      <Field
        id="password"
        name="password"
        label={text.password()}
        type="password"
        autoComplete="current-password"
        inputRef={password}
        aria-describedby={entry.refusal ? "refusal" : undefined}
        required
      />
      <div id="refusal" role="alert" className="empty:hidden">
        {entry.refusal && (
          <Notice key={entry.refusal.attempt} tone="danger">
            {entry.refusal.message}
          </Notice>
        )}
      </div>
      <Button type="submit" look="primary" aria-disabled={entry.isBusy} className="h-10!">
        {text.signIn()}
      </Button>
      {canSignUp && (
        <p className="text-soft">
          {text.newHere()}{" "}
          <a
            href={`/sign-up?to=${encodeURIComponent(returnPath)}`}
            className="text-accent underline underline-offset-4"
          >
            {text.signUp()}
          </a>
        </p>
      )}
    </form>
  );
}
