/** A page of the sign-in column that only says something, and where to go on. */
import type { ReactNode } from "react";

type EntryWordProps = { title: string; children: ReactNode };

export function EntryWord({ title, children }: EntryWordProps) {
  return (
    <div className="grid gap-5">
      <h1 className="text-xl font-[580] tracking-[-0.022em]">{title}</h1>
      <div className="-mt-2 grid gap-4 text-soft">{children}</div>
    </div>
  );
}

type EntryLinkProps = { href: string; children: ReactNode };

/** A link of at least 44 pixels where fingers press it. */
export function EntryLink({ href, children }: EntryLinkProps) {
  return (
    <a
      href={href}
      className="inline-flex items-center rounded-sm text-accent underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}
