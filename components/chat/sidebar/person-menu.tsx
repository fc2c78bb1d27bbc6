"use client";
/** Who is signed in, and what they can change: the theme, or that they are signed in. */
import { ChevronsUpDown, LogOut, ScanEye } from "lucide-react";
import { useId } from "react";
import { ThemeChoice } from "@/components/ui/theme-choice.tsx";

type PersonMenuProps = {
  name: string;
  email: string;
  /** An operator may look behind the glass. */
  canInspect: boolean;
};

const ENTRY =
  "flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left text-soft hover:bg-hover hover:text-ink";

/**
 * The browser opens and closes the menu (a popover) and React replays a form that was sent too early, so
 * that a press counts from the first paint on, not from when the scripts have loaded.
 */
export function PersonMenu({ name, email, canInspect }: PersonMenuProps) {
  const menuId = useId();
  return (
    <div className="border-t p-2">
      <div
        id={menuId}
        popover="auto"
        className="settle fixed inset-auto bottom-15 left-2 m-0 w-60 gap-1 rounded-md border-0 bg-raised p-1.5 text-ink shadow-floating open:grid"
      >
        <p className="truncate px-2 pt-1 pb-1.5 text-xs text-faint">{email}</p>
        <ThemeChoice />
        {canInspect && (
          <a href="/admin/runs" className={ENTRY}>
            <ScanEye className="size-4" strokeWidth={1.6} aria-hidden="true" />
            Behind the glass
          </a>
        )}
        <form action={signOut}>
          <button type="submit" className={ENTRY}>
            <LogOut className="size-4" strokeWidth={1.6} aria-hidden="true" />
            Sign out
          </button>
        </form>
      </div>
      <button
        type="button"
        popoverTarget={menuId}
        className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover"
      >
        <span
          aria-hidden="true"
          className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-raised text-[0.6875rem] font-medium text-soft uppercase"
        >
          {name.trim().slice(0, 1) || email.slice(0, 1)}
        </span>
        <span className="min-w-0 flex-1 truncate">{name || email}</span>
        <ChevronsUpDown className="size-3.5 text-faint" strokeWidth={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}

/** What this tab keeps of a person goes with them. */
async function signOut(): Promise<void> {
  await fetch("/api/auth/sign-out", { method: "POST" }).catch(() => undefined);
  sessionStorage.clear();
  window.location.assign("/sign-in");
}
