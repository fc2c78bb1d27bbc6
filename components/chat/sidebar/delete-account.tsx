"use client";
/** A dialog in which the person erases their own account. They type its address to confirm. */
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import type { AccountErasure } from "@/lib/contracts/public/account-erasure.ts";
import * as text from "@/lib/messages/account.ts";
import { RequestFailed, request } from "../data/get-json.ts";

type DeleteAccountProps = { email: string; isOpen: boolean; onClose: () => void };

type Refusal = Exclude<AccountErasure["is"], "erased">;

const REFUSALS: Record<Refusal, () => string> = {
  running: text.deleteAccountRunning,
  "last-admin": text.deleteAccountLastAdmin,
  unconfirmed: text.deleteAccountUnconfirmed,
  gone: text.deleteAccountGone,
};

export function DeleteAccount({ email, isOpen, onClose }: DeleteAccountProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isErasing, setErasing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setErasing(true);
    setProblem(await erase(typed.trim()));
    setErasing(false);
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.deleteAccount()} showsTitle>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <p className="text-sm text-soft">{text.deleteAccountExplained()}</p>
        <Field
          id={`${id}-email`}
          label={text.deleteAccountConfirm({ email })}
          error={problem}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <Button type="submit" look="danger" disabled={isErasing || typed.trim() !== email}>
            {isErasing ? text.deletingAccount() : text.deleteAccountNow()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Leaves the page where the account is gone. @returns why it is not, in words */
async function erase(email: string): Promise<string | null> {
  try {
    const response = await request("/api/account/erasure", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
    const { is } = (await response.json()) as AccountErasure;
    if (is !== "erased") return REFUSALS[is]();
    // Clears the cookie of the session, which is gone.
    await fetch("/api/auth/sign-out", { method: "POST" }).catch(() => undefined);
    sessionStorage.clear();
    window.location.assign("/sign-in");
    return null;
  } catch (error) {
    if (error instanceof RequestFailed) return error.message;
    throw error;
  }
}
