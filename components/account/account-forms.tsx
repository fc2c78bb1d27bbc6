/** The forms in which a person changes name, e-mail and password, or deletes the account. What came of it stands below the field. */
"use client";
import {
  type ReactNode,
  type RefObject,
  useActionState,
  useEffect,
  useId,
  useRef,
  useState,
  useTransition,
} from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { Notice } from "@/components/ui/notice.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { NewPasswordField, PasswordField } from "@/components/ui/password-field.tsx";
import type { AccountChange } from "@/lib/contracts/account-change.ts";
import type { PasswordOwner } from "@/lib/contracts/password/judge-password.ts";
import * as text from "@/lib/messages/account.ts";

export type Change = (fields: Record<string, unknown>) => Promise<AccountChange>;

export function NameForm({ name, change }: { name: string; change: Change }) {
  const id = useId();
  return (
    <ChangeForm change={change} button={text.changeName()}>
      {(errorOf) => (
        <Field
          id={`${id}-name`}
          name="name"
          label={text.name()}
          defaultValue={name}
          autoComplete="name"
          error={errorOf("name")}
        />
      )}
    </ChangeForm>
  );
}

type EmailFormProps = { email: string; change: Change; wasConfirmed: boolean };

export function EmailForm({ email, change, wasConfirmed }: EmailFormProps) {
  const id = useId();
  return (
    <>
      <p className="mb-3 text-sm text-soft wrap-anywhere">{text.emailNow({ email })}</p>
      {wasConfirmed && (
        <Notice role="status" className="mb-3">
          {text.emailIsChanged()}
        </Notice>
      )}
      <ChangeForm change={change} button={text.changeEmail()}>
        {(errorOf) => (
          <>
            <Field
              id={`${id}-email`}
              name="email"
              type="email"
              inputMode="email"
              label={text.newEmail()}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              error={errorOf("email")}
            />
            <PasswordField
              id={`${id}-current`}
              name="current"
              label={text.currentPassword()}
              autoComplete="current-password"
              error={errorOf("current")}
            />
          </>
        )}
      </ChangeForm>
    </>
  );
}

export function PasswordForm({ owner, change }: { owner: PasswordOwner; change: Change }) {
  const id = useId();
  return (
    <ChangeForm change={change} button={text.changePassword()}>
      {(errorOf) => (
        <>
          {/* For password managers, which store it with the new password. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={owner.email}
            readOnly
            hidden
          />
          <PasswordField
            id={`${id}-current`}
            name="current"
            label={text.currentPassword()}
            autoComplete="current-password"
            error={errorOf("current")}
          />
          <NewPasswordField
            id={`${id}-next`}
            name="next"
            label={text.newPassword()}
            owner={owner}
            error={errorOf("next")}
          />
        </>
      )}
    </ChangeForm>
  );
}

type ChangeFormProps = {
  change: Change;
  button: string;
  children: (errorOf: (field: AccountChange["field"]) => string | null) => ReactNode;
};

/** The fields travel as a plain object: the server accepts no forms for its actions. */
function ChangeForm({ change, button, children }: ChangeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [changed, submit, isBusy] = useActionState(
    (_before: AccountChange | null, fields: FormData) => change(Object.fromEntries(fields)),
    null,
  );
  const wrong = changed && !changed.ok ? changed.field : null;

  useEffect(() => {
    if (!changed || changed.ok || !wrong) return;
    form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  }, [changed, wrong]);
  useKeptFields(form, changed);

  return (
    <form
      ref={form}
      action={submit}
      // A second submit would run after the first and be refused, because the password has changed by then.
      onSubmit={(event) => isBusy && event.preventDefault()}
      className="grid max-w-sm gap-3"
      noValidate
    >
      {children((field) => (changed && wrong === field ? changed.message : null))}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="outline" aria-disabled={isBusy} className="pointer-coarse:h-11">
          {button}
        </Button>
        <span role="status" className="min-w-0 flex-1 basis-52 text-sm text-soft wrap-anywhere">
          {changed && changed.field === null && changed.message}
        </span>
      </div>
    </form>
  );
}

/** React empties a form after each of its actions. What was refused, or typed meanwhile, stays. */
function useKeptFields(form: RefObject<HTMLFormElement | null>, changed: AccountChange | null) {
  const isDone = useRef(false);
  useEffect(() => {
    const { current } = form;
    const keep = (event: Event) => {
      if (!isDone.current) event.preventDefault();
    };
    current?.addEventListener("reset", keep);
    return () => current?.removeEventListener("reset", keep);
  }, [form]);
  useEffect(() => {
    if (!changed?.ok) return;
    isDone.current = true;
    form.current?.reset();
    isDone.current = false;
  }, [form, changed]);
}

type DeleteAccountProps = { remove: Change; onGone: () => void };

/** A person deletes their account. They prove themself, and can keep it for some days. */
export function DeleteAccount({ remove, onGone }: DeleteAccountProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useIsHydrated();
  const [isBusy, startTransition] = useTransition();
  const [refused, setRefused] = useState<AccountChange | null>(null);

  function submit(form: FormData): void {
    startTransition(async () => {
      const left = await remove(Object.fromEntries(form));
      if (!left.ok) {
        setRefused(left);
        document.getElementById(`${id}-current`)?.focus();
        return;
      }
      onGone();
      sessionStorage.clear();
      window.location.assign("/sign-in?left=1");
    });
  }

  return (
    <>
      <p className="text-sm text-soft">{text.deleteAccountExplained()}</p>
      <Button
        look="danger"
        className="mt-3 pointer-coarse:h-11"
        disabled={!isHydrated}
        onClick={() => {
          setRefused(null);
          setOpen(true);
        }}
      >
        {text.deleteAccount()}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={text.deleteAccountAsk()}
        showsTitle
      >
        <form action={submit} className="grid gap-4" noValidate>
          <p className="text-sm text-soft">{text.deleteAccountExplained()}</p>
          <PasswordField
            id={`${id}-current`}
            name="current"
            label={text.currentPassword()}
            autoComplete="current-password"
            error={refused?.message}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              look="danger"
              aria-disabled={isBusy}
              className="pointer-coarse:h-11"
            >
              {isBusy ? text.deletingAccount() : text.deleteAccountNow()}
            </Button>
            <Button className="pointer-coarse:h-11" onClick={() => setOpen(false)}>
              {text.cancel()}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
