/** A new account: first a link that proves the address, then name and password. */
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { LinkForm, NewAccountForm } from "@/components/account/entry-forms.tsx";
import { linkWay } from "@/lib/auth/links/link-way.ts";
import { safeReturnPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { signUpLinkOf } from "@/lib/auth/sign-up.ts";
import { settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/account.ts";
import * as entryText from "@/lib/messages/entry.ts";
import { EntryLink, EntryWord } from "../entry-word.tsx";
import { refusalIn } from "../refusal-texts.ts";

export const metadata: Metadata = { title: text.signUp(), referrer: "no-referrer" };

type Given = string | string[] | undefined;
type Props = { searchParams: Promise<Record<"to" | "refused" | "token" | "sent", Given>> };

export default async function SignUpPage({ searchParams }: Props) {
  const { to, refused, token, sent } = await searchParams;
  const returnPath = safeReturnPath(typeof to === "string" ? to : null);
  const { SIGN_UP_OPEN, CONFIRM_ADDRESSES } = settings();
  const first = refusalIn(refused);
  const end = (
    <p className="text-soft">
      {text.haveAccount()}{" "}
      <EntryLink href={`/sign-in?to=${encodeURIComponent(returnPath)}`}>{text.signIn()}</EntryLink>
    </p>
  );
  if (await getActor()) redirect(returnPath);
  if (typeof token === "string") {
    const link = await signUpLinkOf(token);
    if (!link) return <LinkGone end={end} />;
    const proven = { token, email: link.email };
    return (
      <NewAccountForm returnPath={returnPath} first={first} proven={proven}>
        {end}
      </NewAccountForm>
    );
  }
  if (!SIGN_UP_OPEN) notFound();
  if (!CONFIRM_ADDRESSES)
    return (
      <NewAccountForm returnPath={returnPath} first={first} proven={null}>
        {end}
      </NewAccountForm>
    );
  const way = linkWay();
  if (way === "operator")
    return (
      <EntryWord title={text.signUp()}>
        <p>{entryText.signUpByOperator()}</p>
        {end}
      </EntryWord>
    );
  if (sent !== undefined) return <Sent isMail={way === "mail"} end={end} />;
  return (
    <LinkForm
      title={text.signUp()}
      explained={entryText.signUpExplained()}
      address="/api/auth/sign-up/link"
      first={first}
    >
      {end}
    </LinkForm>
  );
}

function Sent({ isMail, end }: { isMail: boolean; end: ReactNode }) {
  return (
    <EntryWord title={isMail ? entryText.sentTitle() : entryText.terminalTitle()}>
      <p>{isMail ? entryText.signUpSent() : entryText.signUpInTerminal()}</p>
      {isMail && <p className="text-sm">{entryText.sentNothing()}</p>}
      <p>
        <EntryLink href="/sign-up">{entryText.askAgain()}</EntryLink>
      </p>
      {end}
    </EntryWord>
  );
}

function LinkGone({ end }: { end: ReactNode }) {
  return (
    <EntryWord title={entryText.linkGoneTitle()}>
      <p>{entryText.linkGone()}</p>
      {settings().SIGN_UP_OPEN && (
        <p>
          <EntryLink href="/sign-up">{entryText.askForLink()}</EntryLink>
        </p>
      )}
      {end}
    </EntryWord>
  );
}
