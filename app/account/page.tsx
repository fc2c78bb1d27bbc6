/**
 * A person's account: name, e-mail, password, devices; who looked at what they wrote, which is then
 * marked as seen; downloads of all that is theirs; deletion.
 */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { EmailForm, NameForm, PasswordForm } from "@/components/account/change-forms.tsx";
import { DeviceList } from "@/components/account/device-list.tsx";
import { LinkList } from "@/components/account/link-list.tsx";
import { LookList } from "@/components/account/look-list.tsx";
import { TakeAway } from "@/components/account/take-away.tsx";
import { Wordmark } from "@/components/ui/mark.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { requestToken } from "@/lib/auth/session/request-token.ts";
import { LOOKS_ID } from "@/lib/contracts/public/looks/looks-place.ts";
import { listDevices } from "@/lib/db/accounts/devices.ts";
import { readGlass } from "@/lib/db/looks/glass-state.ts";
import { listLooks, markLooksSeen } from "@/lib/db/looks/list-looks.ts";
import { listOwnLinks } from "@/lib/db/shares/own-links.ts";
import { settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/account.ts";
import * as looksText from "@/lib/messages/looks.ts";
import {
  changeEmail,
  changeName,
  changePassword,
  deleteAccount,
  signOutOthers,
} from "./actions.ts";
import { DeleteOwnAccount } from "./delete-own-account.tsx";
import { revokeLink } from "./revoke-link.ts";

export const metadata: Metadata = { title: looksText.menu() };

type Props = { searchParams: Promise<{ changed?: string | string[] }> };

export default async function AccountPage({ searchParams }: Props) {
  const { changed } = await searchParams;
  const person = await getPerson();
  if (!person) redirect(signInPath("/account"));
  const { actor, email, name } = person;
  const [looks, glass, devices, links] = await Promise.all([
    listLooks(actor),
    readGlass(),
    listDevices(actor, (await requestToken()) ?? ""),
    listOwnLinks(actor),
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
      <h1 className="mt-1 text-xl font-[560] tracking-[-0.012em]">{looksText.menu()}</h1>
      <Part title={text.name()}>
        <NameForm name={name} change={changeName} />
      </Part>
      <Part title={text.email()}>
        <EmailForm email={email} change={changeEmail} wasConfirmed={changed === "email"} />
      </Part>
      <Part title={text.password()}>
        <PasswordForm owner={{ email, name }} change={changePassword} />
      </Part>
      <Part title={text.devices()}>
        <DeviceList devices={devices} signOut={signOutOthers} />
      </Part>
      <Part id={LOOKS_ID} title={looksText.title()}>
        <LookList looks={looks} glass={glass} />
      </Part>
      <LinkList links={links} areOn={settings().SHARE_LINKS} revoke={revokeLink} />
      <TakeAway />
      <Part title={text.deleteAccount()}>
        <DeleteOwnAccount remove={deleteAccount} />
      </Part>
    </main>
  );
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title} className="mt-10 scroll-mt-6">
      <h2 className="mb-3 text-lg font-[560] tracking-[-0.012em]">{title}</h2>
      {children}
    </section>
  );
}
