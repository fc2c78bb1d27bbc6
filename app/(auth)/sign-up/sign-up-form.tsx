"use client";
/** The sign-up form. An error stands at its field. */
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import * as text from "@/lib/messages/account.ts";
import { useEntry } from "../use-entry.ts";

const ADDRESS = "/api/auth/sign-up/email";
const FIELD_OF_CODE: Record<string, string> = {
  "sign-up-name": "name",
  "sign-up-email": "email",
  "sign-up-taken": "email",
  "sign-up-password": "password",
};

type SignUpFormProps = { returnPath: string; refusal: { code: string; message: string } | null };

export function SignUpForm({ returnPath, refusal: first }: SignUpFormProps) {
  const { isBusy, refusal, submit } = useEntry(ADDRESS, first);
  const form = useRef<HTMLFormElement>(null);
  const wrongField = FIELD_OF_CODE[refusal?.code ?? ""];
  const errorOf = (name: string) => (name === wrongField ? (refusal?.message ?? null) : null);
  const attempt = refusal?.attempt;

  useEffect(() => {
    if (!attempt || !wrongField) return;
    form.current?.querySelector<HTMLInputElement>(`[name="${wrongField}"]`)?.focus();
  }, [attempt, wrongField]);

  return (
    <form ref={form} method="post" action={ADDRESS} onSubmit={submit} className="grid gap-5">
      <h1 className="text-xl font-[580] tracking-[-0.022em]">{text.signUp()}</h1>
      <input type="hidden" name="to" value={returnPath} />
      <Field
        id="name"
        name="name"
        label={text.name()}
        autoComplete="name"
        maxLength={100}
        error={errorOf("name")}
        required
      />
      <Field
        id="email"
        name="email"
        label={text.email()}
        type="email"
        autoComplete="username"
        error={errorOf("email")}
        required
      />
      <Field
        id="password"
        name="password"
        label={text.password()}
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        hint={text.passwordHint()}
        error={errorOf("password")}
        required
      />
      <div role="alert" className="empty:hidden">
        {refusal && (
          <span key={refusal.attempt} className={wrongField ? "sr-only" : undefined}>
            {wrongField ? refusal.message : <Notice tone="danger">{refusal.message}</Notice>}
          </span>
        )}
      </div>
      <Button type="submit" look="primary" aria-disabled={isBusy} className="h-10!">
        {text.createAccount()}
      </Button>
      <p className="text-soft">
        {text.haveAccount()}{" "}
        <a
          href={`/sign-in?to=${encodeURIComponent(returnPath)}`}
          className="text-accent underline underline-offset-4"
        >
          {text.signIn()}
        </a>
      </p>
    </form>
  );
}
