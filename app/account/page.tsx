/** A person's account: who looked at what they wrote. Reading it takes the dot away. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LookList } from "@/components/account/look-list.tsx";
import { Wordmark } from "@/components/ui/mark.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { readGlass } from "@/lib/db/looks/glass-state.ts";
import { listLooks, markLooksSeen } from "@/lib/db/looks/list-looks.ts";
import * as text from "@/lib/messages/looks.ts";

export const metadata: Metadata = { title: text.menu() };

export default async function AccountPage() {
  const person = await getPerson();
  if (!person) redirect(signInPath("/account"));
  const { actor, email } = person;
  const [looks, glass] = await Promise.all([listLooks(actor), readGlass()]);
  await markLooksSeen(actor);
  return (
    <main className="mx-auto min-h-dvh w-full max-w-[44rem] px-5 py-8">
      <div className="flex items-center justify-between gap-4">
        <Wordmark />
        <a href="/" className="rounded-sm text-sm text-accent underline underline-offset-4">
          {text.back()}
        </a>
      </div>
      <div className="mirror-line mt-5 mb-8" />
      <p className="text-xs text-faint wrap-anywhere">{text.signedInAs({ email })}</p>
      <h1 className="mt-1 text-xl font-[560] tracking-[-0.012em]">{text.title()}</h1>
      <LookList looks={looks} glass={glass} />
    </main>
  );
}
