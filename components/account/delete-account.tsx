/** A person deletes their account. They prove themself, and can keep it for some days. */
"use client";
import { useId, useState, useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { PasswordField } from "@/components/ui/password-field.tsx";
import { useIsHydrated } from "@/components/ui/use-is-hydrated.ts";
import type { AccountChange } from "@/lib/contracts/account-change.ts";
import * as text from "@/lib/messages/account.ts";
import type { Change } from "./change-forms.tsx";

type DeleteAccountProps = { remove: Change; onGone: () => void };

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
