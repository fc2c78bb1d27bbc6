/** The frame of sign-in and sign-up: one narrow column. */
import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/mark.tsx";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto_1.4fr] px-5 py-8">
      <div />
      <div className="mx-auto w-full max-w-[22.5rem]">
        <Wordmark />
        <div className="mirror-line mt-5 mb-8" />
        {children}
      </div>
      <div />
    </main>
  );
}
