/** A page beside the chat: its name, the way back, and parts one below the other. */
import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/mark.tsx";

type PlainPageProps = { title: string; back: string; children: ReactNode };

export function PlainPage({ title, back, children }: PlainPageProps) {
  return (
    <main className="mx-auto min-h-dvh w-full max-w-[44rem] px-5 py-8">
      <div className="flex items-center justify-between gap-4">
        <Wordmark />
        <a href="/" className="rounded-sm text-sm text-accent underline underline-offset-4">
          {back}
        </a>
      </div>
      <div className="mirror-line mt-5 mb-8" />
      <h1 className="text-xl font-[560] tracking-[-0.012em]">{title}</h1>
      {children}
    </main>
  );
}

type PlainPartProps = { title: string; hint?: string; children: ReactNode };

export function PlainPart({ title, hint, children }: PlainPartProps) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="text-lg font-[560] tracking-[-0.012em]">{title}</h2>
      {hint && <p className="text-sm text-faint">{hint}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
