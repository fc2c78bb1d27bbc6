/** A page beside the chat: its name, the way back, and parts one below the other. */
import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/mark.tsx";

type PlainPageProps = {
  title: string;
  /** A small line above the title. */
  above?: string;
  back: string;
  children: ReactNode;
};

export function PlainPage({ title, above, back, children }: PlainPageProps) {
  return (
    <main className="mx-auto min-h-dvh w-full max-w-[44rem] px-5 py-8">
      <div className="flex items-center justify-between gap-4">
        <Wordmark />
        <a href="/" className="rounded-sm text-sm text-accent underline underline-offset-4">
          {back}
        </a>
      </div>
      <div className="mirror-line mt-5 mb-8" />
      {above && <p className="mb-1 text-xs text-faint wrap-anywhere">{above}</p>}
      <h1 className="text-xl font-[560] tracking-[-0.012em]">{title}</h1>
      {children}
    </main>
  );
}

type IntroducedPartProps = { title: string; intro: string; children: ReactNode };

export function IntroducedPart({ title, intro, children }: IntroducedPartProps) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="text-lg font-[560] tracking-[-0.012em]">{title}</h2>
      <p className="mt-1 text-sm text-soft">{intro}</p>
      {children}
    </section>
  );
}

type PlainPartProps = { id?: string; title: string; hint?: string; children: ReactNode };

export function PlainPart({ id, title, hint, children }: PlainPartProps) {
  return (
    <section id={id} aria-label={title} className="mt-10 scroll-mt-6">
      <h2 className="text-lg font-[560] tracking-[-0.012em]">{title}</h2>
      {hint && <p className="text-sm text-faint">{hint}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
