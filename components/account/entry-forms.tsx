/** The forms of a person's way in: a link by e-mail, its confirmation, a new account, another password. */
"use client";
import type { ReactNode } from "react";
import { EntryForm } from "@/components/ui/entry/entry-form.tsx";
import { EmailField, Field } from "@/components/ui/field.tsx";
import { NewPasswordField } from "@/components/ui/password-field.tsx";
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
          <EmailField error={errorOf("email")} />
        </>
      )}
    >
      {children}
    </EntryForm>
  );
}

type ConfirmFormProps = {
  title: string;
  explained: string;
  address: string;
  hidden?: Record<string, string>;
  button: string;
  first: EntryRefusal | null;
  children?: ReactNode;
};

/** One button that does something. A page that only opens a link does nothing: mail programs open links by themselves. */
export function ConfirmForm({ explained, children, ...form }: ConfirmFormProps) {
  return (
    <EntryForm
      {...form}
      fields={() => <p className="-mt-2 text-soft wrap-anywhere">{explained}</p>}
    >
      {children}
    </EntryForm>
  );
}

type NewAccountFormProps = {
  returnPath: string;
  first: EntryRefusal | null;
  /** The link that proves an address, and that address. */
  proven: { token: string; email: string } | null;
  children: ReactNode;
};

/** Name and password of a new account, and its address where no link has proven one. */
export function NewAccountForm({ returnPath, first, proven, children }: NewAccountFormProps) {
  return (
    <EntryForm
      title={accountText.signUp()}
      address="/api/auth/sign-up/email"
      first={first}
      hidden={{ to: returnPath, ...(proven && { token: proven.token }) }}
      button={accountText.createAccount()}
      fields={(errorOf) => (
        <>
          <Field
            id="name"
            name="name"
            label={accountText.name()}
            autoComplete="name"
            maxLength={100}
            error={errorOf("name")}
            required
          />
          <EmailField
            error={errorOf("email")}
            defaultValue={proven?.email}
            readOnly={proven !== null}
          />
          <NewPasswordField
            id="password"
            name="password"
            label={accountText.password()}
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

type NewPasswordFormProps = { token: string; email: string; first: EntryRefusal | null };

/** Chooses another password by a link. The address is there for password managers, which store both. */
export function NewPasswordForm({ token, email, first }: NewPasswordFormProps) {
  return (
    <EntryForm
      title={text.newPasswordTitle()}
      address="/api/auth/password/reset"
      first={first}
      hidden={{ token }}
      button={text.changePassword()}
      focusOnRefusal="password"
      fields={(errorOf) => (
        <>
          <Field
            id="email"
            name="email"
            label={accountText.email()}
            type="email"
            autoComplete="username"
            defaultValue={email}
            readOnly
          />
          <NewPasswordField
            id="password"
            name="password"
            label={text.newPassword()}
            error={errorOf("password")}
            required
          />
        </>
      )}
    />
  );
}
