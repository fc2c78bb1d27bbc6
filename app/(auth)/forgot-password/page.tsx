/** Asks for a link to another password. What it says is the same whoever has an account. */
import type { Metadata } from "next";
import { LinkForm } from "@/components/account/entry-forms.tsx";
import { linkWay } from "@/lib/auth/links/link-way.ts";
import * as text from "@/lib/messages/entry.ts";
import { EntryLink, EntryWord } from "../entry-word.tsx";
import { refusalIn } from "../refusal-texts.ts";

export const metadata: Metadata = { title: text.forgotTitle() };

type Given = string | string[] | undefined;
type Props = { searchParams: Promise<Record<"sent" | "refused", Given>> };

export default async function ForgotPasswordPage({ searchParams }: Props) {
  const { sent, refused } = await searchParams;
  const way = linkWay();
  const back = (
    <p>
      <EntryLink href="/sign-in">{text.backToSignIn()}</EntryLink>
    </p>
  );
  if (way === "operator")
    return (
      <EntryWord title={text.forgotTitle()}>
        <p>{text.forgotByOperator()}</p>
        {back}
      </EntryWord>
    );
  if (sent !== undefined)
    return (
      <EntryWord title={way === "mail" ? text.sentTitle() : text.terminalTitle()}>
        <p>{way === "mail" ? text.resetSent() : text.resetInTerminal()}</p>
        {way === "mail" && <p className="text-sm">{text.sentNothing()}</p>}
        <p>
          <EntryLink href="/forgot-password">{text.askAgain()}</EntryLink>
        </p>
        {back}
      </EntryWord>
    );
  return (
    <LinkForm
      title={text.forgotTitle()}
      explained={text.forgotExplained()}
      address="/api/auth/password/forgotten"
      first={refusalIn(refused)}
    >
      {back}
    </LinkForm>
  );
}
