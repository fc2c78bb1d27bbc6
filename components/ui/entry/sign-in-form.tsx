/** The fields of a sign-in, for the page and for a dialog in place. */
"use client";
import type { ReactNode } from "react";
import type { EntryRefusal } from "@/lib/contracts/entry-refusal.ts";
import * as text from "@/lib/messages/account.ts";
import { EmailField } from "../field.tsx";
import { PasswordField } from "../password-field.tsx";
import { EntryForm } from "./entry-form.tsx";

type SignInFormProps = {
  returnPath: string;
  first?: EntryRefusal | null;
  level?: 1 | null;
  /** Whose account it is, where that is known. */
  email?: string;
  /** Default: the page moves there. Somewhere else than `returnPath`: that has to be seen first. */
  onDone?: (to: string) => void;
  children?: ReactNode;
};

export function SignInForm({ returnPath, email, children, ...form }: SignInFormProps) {
  return (
    <EntryForm
      {...form}
      title={text.signIn()}
      button={text.signIn()}
      address="/api/auth/sign-in/email"
      hidden={{ to: returnPath }}
      focusOnRefusal="password"
      fields={() => (
        <>
          <EmailField defaultValue={email} aria-describedby="refusal" />
          <PasswordField
            id="password"
            name="password"
            label={text.password()}
            autoComplete="current-password"
            aria-describedby="refusal"
            required
          />
        </>
      )}
    >
      {children}
    </EntryForm>
  );
}
