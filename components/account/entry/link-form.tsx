/** Asks for a link by an e-mail address: to a new account, or to another password. */
"use client";
import type { ReactNode } from "react";
import { EntryForm } from "@/components/ui/entry/entry-form.tsx";
import { Field } from "@/components/ui/field.tsx";
import type { EntryRefusal } from "@/lib/contracts/entry-refusal.ts";
import * as accountText from "@/lib/messages/account.ts";
import * as text from "@/lib/messages/entry.ts";

type LinkFormProps = {
  title: string;
  explained: string;
  address: string;
  first: EntryRefusal | null;
  children: ReactNode;
};

export function LinkForm({ explained, children, ...form }: LinkFormProps) {
  return (
    <EntryForm
      {...form}
      button={text.sendLink()}
      focusOnRefusal="email"
      fields={(errorOf) => (
        <>
          <p className="-mt-2 text-sm text-soft">{explained}</p>
          <Field
            id="email"
            name="email"
            label={accountText.email()}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf("email")}
            required
          />
        </>
      )}
    >
      {children}
    </EntryForm>
  );
}
