/** Where a link to another password leads. */
import type { Metadata } from "next";
import { NewPasswordForm } from "@/components/account/entry-forms.tsx";
import { resetLinkOf } from "@/lib/auth/links/reset-password.ts";
import * as text from "@/lib/messages/entry.ts";
import { EntryLink, EntryWord } from "../entry-word.tsx";
import { refusalIn } from "../refusal-texts.ts";

export const metadata: Metadata = { title: text.newPasswordTitle(), referrer: "no-referrer" };

type Given = string | string[] | undefined;
type Props = { searchParams: Promise<Record<"token" | "refused", Given>> };

export default async function ResetPasswordPage({ searchParams }: Props) {
  const { token, refused } = await searchParams;
  const link = typeof token === "string" ? await resetLinkOf(token) : null;
  if (!link || typeof token !== "string")
    return (
      <EntryWord title={text.linkGoneTitle()}>
        <p>{text.linkGone()}</p>
        <p>
          <EntryLink href="/forgot-password">{text.askForLink()}</EntryLink>
        </p>
        <p>
          <EntryLink href="/sign-in">{text.backToSignIn()}</EntryLink>
        </p>
      </EntryWord>
    );
  return <NewPasswordForm token={token} email={link.email} first={refusalIn(refused)} />;
}
