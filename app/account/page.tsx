/**
 * A person's account: name, e-mail, password, devices; who looked at what they wrote, which is then
 * marked as seen; downloads of all that is theirs; deletion.
 */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EmailForm, NameForm, PasswordForm } from "@/components/account/account-forms.tsx";
import { ContestList } from "@/components/account/contest-list.tsx";
import { LookList } from "@/components/account/look-list.tsx";
import { LookNews } from "@/components/account/look-news.tsx";
import { DeviceList, LinkList } from "@/components/account/open-lists.tsx";
import { PlainPage, PlainPart } from "@/components/account/plain-page.tsx";
import { TakeAway } from "@/components/account/take-away.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { requestToken } from "@/lib/auth/session/request-token.ts";
import { CONTESTED_ID, LOOKS_ID } from "@/lib/contracts/public/person/looks-place.ts";
import { listDevices } from "@/lib/db/accounts/devices.ts";
import { trailKeys } from "@/lib/db/audit/trail-keys.ts";
import { readGlass } from "@/lib/db/looks/glass-state.ts";
import { listLooks, markLooksSeen } from "@/lib/db/looks/list-looks.ts";
import { markVerdictsRead } from "@/lib/db/review/contest-answer.ts";
import { readContests } from "@/lib/db/review/read-contests.ts";
import { listOwnLinks } from "@/lib/db/shares/own-links.ts";
import { settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/account.ts";
import * as looksText from "@/lib/messages/looks.ts";
import * as reviewText from "@/lib/messages/review.ts";
import {
  changeEmail,
  changeName,
  changePassword,
  deleteAccount,
  revokeLink,
  signOutOthers,
} from "./actions.ts";
import { DeleteOwnAccount } from "./delete-own-account.tsx";

export const metadata: Metadata = { title: looksText.menu() };

type Props = { searchParams: Promise<{ changed?: string | string[] }> };

export default async function AccountPage({ searchParams }: Props) {
  const { changed } = await searchParams;
  const person = await getPerson();
  if (!person) redirect(signInPath("/account"));
  const { actor, email, name } = person;
  const [looks, glass, devices, links, contests] = await Promise.all([
    listLooks(actor),
    readGlass(),
    listDevices(actor, (await requestToken()) ?? ""),
    listOwnLinks(actor),
    readContests(actor, "all"),
  ]);
  await markVerdictsRead(actor);
  await markLooksSeen(actor, looks);
  return (
    <PlainPage
      title={looksText.menu()}
      above={looksText.signedInAs({ email })}
      back={looksText.back()}
    >
      <PlainPart title={text.name()}>
        <NameForm name={name} change={changeName} />
      </PlainPart>
      <PlainPart title={text.email()}>
        <EmailForm email={email} change={changeEmail} wasConfirmed={changed === "email"} />
      </PlainPart>
      <PlainPart title={text.password()}>
        <PasswordForm owner={{ email, name }} change={changePassword} />
      </PlainPart>
      <PlainPart title={text.devices()}>
        <DeviceList devices={devices} signOut={signOutOthers} />
      </PlainPart>
      <PlainPart id={LOOKS_ID} title={looksText.title()}>
        <p className="mb-5 text-soft">{looksText.intro()}</p>
        <LookNews />
        <LookList
          looks={looks}
          glass={glass}
          personId={actor.userId}
          verifierKeys={trailKeys().verifierKeys}
        />
      </PlainPart>
      <PlainPart id={CONTESTED_ID} title={reviewText.contested()}>
        <ContestList contests={contests} />
      </PlainPart>
      <LinkList links={links} areOn={settings().SHARE_LINKS} revoke={revokeLink} />
      <TakeAway />
      <PlainPart title={text.deleteAccount()}>
        <DeleteOwnAccount remove={deleteAccount} />
      </PlainPart>
    </PlainPage>
  );
}
