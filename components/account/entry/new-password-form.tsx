/** Chooses another password by a link. The address is there for password managers, which store both. */
"use client";
import { EntryForm } from "@/components/ui/entry/entry-form.tsx";
import { Field } from "@/components/ui/field.tsx";
import { NewPasswordField } from "@/components/ui/password-field.tsx";
import type { EntryRefusal } from "@/lib/contracts/entry-refusal.ts";
import * as accountText from "@/lib/messages/account.ts";
import * as text from "@/lib/messages/entry.ts";

type NewPasswordFormProps = { token: string; email: string; first: EntryRefusal | null };

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
