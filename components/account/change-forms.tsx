"use client";
/** The forms in which a person changes their name and password. What came of it stands below the field. */
import { useActionState, useId } from "react";

import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import type { AccountChange } from "@/lib/contracts/account-change.ts";
import * as text from "@/lib/messages/account.ts";

type Change = (fields: Record<string, unknown>) => Promise<AccountChange>;

/** The fields travel as a plain object: the server accepts no forms for its actions. */
function useChange(change: Change) {
  return useActionState(
    (_before: AccountChange | null, form: FormData) => change(Object.fromEntries(form)),
    null,
  );
}

export function NameForm({ name, change }: { name: string; change: Change }) {
  const id = useId();
  const [changed, submit, isBusy] = useChange(change);
  return (
    <form action={submit} className="grid max-w-sm gap-3">
      <Field
        id={`${id}-name`}
        name="name"
        label={text.name()}
        defaultValue={name}
        autoComplete="name"
        error={errorAt(changed, "name")}
      />
      <FormEnd changed={changed} isBusy={isBusy} label={text.changeName()} />
    </form>
  );
}

export function PasswordForm({ change }: { change: Change }) {
  const id = useId();
  const [changed, submit, isBusy] = useChange(change);
  return (
    <form action={submit} className="grid max-w-sm gap-3">
      <Field
        id={`${id}-current`}
        name="current"
        type="password"
        label={text.currentPassword()}
        autoComplete="current-password"
        required
        error={errorAt(changed, "current")}
      />
      <Field
        id={`${id}-next`}
        name="next"
        type="password"
        label={text.newPassword()}
        hint={text.passwordHint()}
        autoComplete="new-password"
        required
        error={errorAt(changed, "next")}
      />
      <FormEnd changed={changed} isBusy={isBusy} label={text.changePassword()} />
    </form>
  );
}

function errorAt(changed: AccountChange | null, field: AccountChange["field"]): string | null {
  return changed && !changed.ok && changed.field === field ? changed.message : null;
}

type FormEndProps = { changed: AccountChange | null; isBusy: boolean; label: string };

function FormEnd({ changed, isBusy, label }: FormEndProps) {
  return (
    <div className="flex items-center gap-3">
      <Button type="submit" look="outline" disabled={isBusy}>
        {label}
      </Button>
      <span role="status" className="text-sm text-soft">
        {changed && changed.field === null && changed.message}
      </span>
    </div>
  );
}
