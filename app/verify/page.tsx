/** Checks receipts and bundles in the browser. Open to anybody: a proof needs no account. */
import type { Metadata } from "next";
import { Wordmark } from "@/components/ui/mark.tsx";
import { VerifyView } from "@/components/verify/verify-view.tsx";
import { can } from "@/lib/access/assert-can.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { trailKeys } from "@/lib/db/audit/trail-keys.ts";
import * as text from "@/lib/messages/verify.ts";

export const metadata: Metadata = { title: text.title() };

export default async function VerifyPage() {
  const actor = await getActor();
  return (
    <main className="mx-auto min-h-dvh w-full max-w-[40rem] px-5 py-8">
      <Wordmark />
      <div className="mirror-line mt-5 mb-8" />
      <h1 className="text-xl font-[560] tracking-[-0.012em]">{text.title()}</h1>
      <p className="mt-2 mb-5 text-soft">{text.intro()}</p>
      <VerifyView
        keys={trailKeys().verifierKeys}
        isOperator={actor !== null && can(actor, "run:list")}
      />
    </main>
  );
}
