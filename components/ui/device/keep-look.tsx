/** Keeps what a person chooses for the look in their account, and says so when that fails. */
"use client";
import { useCallback, useEffect, useState } from "react";
import type { Look, SettingChange } from "@/lib/contracts/public/person/preferences.ts";
import * as text from "@/lib/messages/ui.ts";
import { Button } from "../button.tsx";
import { UNSAVED_KEY } from "../head-script.ts";
import { Notice } from "../notice.tsx";

import { lookNow, onChosen } from "./device-choice.ts";

type KeepLookProps = { personId: string; save: (look: Look) => Promise<SettingChange> };

/** A choice holds here at once. If it does not reach the account, it is sent again with the next page or connection. */
export function KeepLook({ personId, save }: KeepLookProps) {
  const [failed, setFailed] = useState<"unsaved" | "refused" | null>(null);
  const keep = useCallback(async () => {
    const look = lookNow();
    // All of it is for this device.
    if (Object.keys(look).length === 0) return;
    noteUnsaved(personId);
    try {
      const { ok } = await save(look);
      if (ok) noteUnsaved(null);
      setFailed(ok ? null : "refused");
    } catch {
      setFailed("unsaved");
    }
  }, [personId, save]);
  useEffect(() => {
    const keepUnsaved = () => void (isUnsaved(personId) && keep());
    keepUnsaved();
    window.addEventListener("online", keepUnsaved);
    const forget = onChosen(() => void keep());
    return () => {
      window.removeEventListener("online", keepUnsaved);
      forget();
    };
  }, [personId, keep]);
  return (
    <div
      role="status"
      className="fixed top-4 left-1/2 z-50 w-max -translate-x-1/2 max-w-[calc(100vw-2rem)] empty:hidden"
    >
      {failed && (
        <Notice
          tone="warn"
          className="rounded-lg border bg-raised py-2 pe-2 shadow-floating"
          action={
            <Button look="outline" onClick={() => void keep()}>
              {text.lookAgain()}
            </Button>
          }
        >
          {failed === "unsaved" ? text.lookUnsaved() : text.lookRefused()}
        </Notice>
      )}
    </div>
  );
}

function isUnsaved(personId: string): boolean {
  try {
    return localStorage.getItem(UNSAVED_KEY) === personId;
  } catch {
    return false;
  }
}

function noteUnsaved(personId: string | null): void {
  try {
    if (personId === null) localStorage.removeItem(UNSAVED_KEY);
    else localStorage.setItem(UNSAVED_KEY, personId);
  } catch {
    // The browser stores nothing for this page: it is not sent again.
  }
}
