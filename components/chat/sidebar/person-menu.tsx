"use client";
/** Who is signed in, and what they can change: the theme, or that they are signed in. */
import { ChevronsUpDown, LogOut, ScanEye } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { ThemeChoice } from "@/components/ui/theme-choice.tsx";

type PersonMenuProps = {
  name: string;
  email: string;
  /** An operator may look behind the glass. */
  canInspect: boolean;
};

const ENTRY =
  "flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left text-soft hover:bg-hover hover:text-ink";

export function PersonMenu({ name, email, canInspect }: PersonMenuProps) {
  const { box, isOpen, toggle } = useDisclosure();
  const menuId = useId();
  return (
    <div ref={box} className="relative border-t p-2">
      {isOpen && (
        <div
          id={menuId}
          className="settle absolute inset-x-2 bottom-full z-20 mb-1.5 grid gap-1 rounded-md bg-raised p-1.5 shadow-floating"
        >
          <p className="truncate px-2 pt-1 pb-1.5 text-xs text-faint">{email}</p>
          <ThemeChoice />
          {canInspect && (
            <a href="/admin/runs" className={ENTRY}>
              <ScanEye className="size-4" strokeWidth={1.6} aria-hidden="true" />
              Behind the glass
            </a>
          )}
          <button type="button" className={ENTRY} onClick={() => void signOut()}>
            <LogOut className="size-4" strokeWidth={1.6} aria-hidden="true" />
            Sign out
          </button>
        </div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={toggle}
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

/** Open until Escape, or until the pointer or the focus goes elsewhere. */
function useDisclosure() {
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const closeIfOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      setOpen(false);
      box.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
    };
    document.addEventListener("pointerdown", closeIfOutside, { signal: stop.signal });
    document.addEventListener("focusin", closeIfOutside, { signal: stop.signal });
    document.addEventListener("keydown", closeOnEscape, { signal: stop.signal });
    return () => stop.abort();
  }, [isOpen]);
  return { box, isOpen, toggle: () => setOpen((now) => !now) };
}
