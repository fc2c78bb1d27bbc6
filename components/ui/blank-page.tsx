/** A page with a single message. */
import type { ReactNode } from "react";
import { Mark } from "./mark.tsx";

type BlankPageProps = { title: string; children: ReactNode };

export function BlankPage({ title, children }: BlankPageProps) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-5 p-6 text-center">
      <Mark className="size-9" />
      <h1 className="max-w-96 text-lg font-[560] tracking-[-0.012em] text-balance">{title}</h1>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </main>
  );
}
