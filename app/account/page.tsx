/**
 * A person's account: who looked at what they wrote, which takes the dot away; name, password, devices, and all of theirs to
 * take away.
 */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { NameForm, PasswordForm } from "@/components/account/change-forms.tsx";
import { DeviceList } from "@/components/account/device-list.tsx";
import { LookList } from "@/components/account/look-list.tsx";
import { TakeAway } from "@/components/account/take-away.tsx";
import { Wordmark } from "@/components/ui/mark.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { requestToken } from "@/lib/auth/session/request-token.ts";
import { listDevices } from "@/lib/db/accounts/devices.ts";
import { readGlass } from "@/lib/db/looks/glass-state.ts";
import { listLooks, markLooksSeen } from "@/lib/db/looks/list-looks.ts";
import * as text from "@/lib/messages/account.ts";
import * as looksText from "@/lib/messages/looks.ts";
import { changeName, changePassword, signOutOthers } from "./actions.ts";

export const metadata: Metadata = { title: looksText.menu() };

export default async function AccountPage() {
  const person = await getPerson();
  if (!person) redirect(signInPath("/account"));
  const { actor, email, name } = person;
  const [looks, glass, devices] = await Promise.all([
    listLooks(actor),
    readGlass(),
    listDevices(actor, (await requestToken()) ?? ""),
  ]);
  await markLooksSeen(actor);
  return (
    <main className="mx-auto min-h-dvh w-full max-w-[44rem] px-5 py-8">
      <div className="flex items-center justify-between gap-4">
        <Wordmark />
        <a href="/" className="rounded-sm text-sm text-accent underline underline-offset-4">
          {looksText.back()}
        </a>
      </div>
      <div className="mirror-line mt-5 mb-8" />
      <p className="text-xs text-faint wrap-anywhere">{looksText.signedInAs({ email })}</p>
      <h1 className="mt-1 text-xl font-[560] tracking-[-0.012em]">{looksText.title()}</h1>
      <LookList looks={looks} glass={glass} />
      <Part title={text.name()}>
        <NameForm name={name} change={changeName} />
      </Part>
      <Part title={text.password()}>
        <PasswordForm change={changePassword} />
      </Part>
      <Part title={text.devices()}>
        <DeviceList devices={devices} signOut={signOutOthers} />
      </Part>
      <TakeAway />
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="mb-3 text-lg font-[560] tracking-[-0.012em]">{title}</h2>
      {children}
    </section>
  );
}
