/** Tells the person that most of a budget is used. Dismissed, it stays away for the day. */
"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import * as text from "@/lib/messages/chat.ts";

const KEY = "halfsilver.budget-notice";

export function BudgetNotice({ notice }: { notice: string | null }) {
  const [dismissedOn, setDismissedOn] = useState(readDismissed);
  if (notice === null || dismissedOn === today()) return null;
  const dismiss = () => {
    setDismissedOn(today());
    try {
      localStorage.setItem(KEY, today());
    } catch {
      // A browser that keeps nothing shows it again after a reload.
    }
  };
  return (
    <Notice
      tone="warn"
      role="status"
      className="settle mb-2"
      action={
        <IconButton size="sm" aria-label={text.dismiss()} onClick={dismiss}>
          <X className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      {notice}
    </Notice>
  );
}

/** Budgets are days of UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function readDismissed(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
