/** Name and password of a new account, and its address where no link has proven one. */
"use client";
import type { ReactNode } from "react";
import { EntryForm } from "@/components/ui/entry/entry-form.tsx";
import { Field } from "@/components/ui/field.tsx";
import { NewPasswordField } from "@/components/ui/password-field.tsx";
import type { EntryRefusal } from "@/lib/contracts/entry-refusal.ts";
import * as text from "@/lib/messages/account.ts";

type NewAccountFormProps = {
  returnPath: string;
  first: EntryRefusal | null;
  /** The link that proves an address, and that address. */
  proven: { token: string; email: string } | null;
  children: ReactNode;
};

export function NewAccountForm({ returnPath, first, proven, children }: NewAccountFormProps) {
  return (
    <EntryForm
      title={text.signUp()}
      address="/api/auth/sign-up/email"
      first={first}
      hidden={{ to: returnPath, ...(proven && { token: proven.token }) }}
      button={text.createAccount()}
      fields={(errorOf) => (
        <>
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
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf("email")}
            defaultValue={proven?.email}
            readOnly={proven !== null}
            required
          />
          <NewPasswordField
            id="password"
            name="password"
            label={text.password()}
            error={errorOf("password")}
            required
          />
        </>
      )}
    >
      {children}
    </EntryForm>
  );
}
