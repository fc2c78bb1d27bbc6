/** Where a link to another address leads. */
import type { Metadata } from "next";
import { ConfirmForm } from "@/components/account/entry-forms.tsx";
import { emailLinkOf } from "@/lib/auth/account/change-email.ts";
import * as text from "@/lib/messages/entry.ts";
import { EntryLink, EntryWord } from "../entry-word.tsx";
import { refusalIn } from "../refusal-texts.ts";

export const metadata: Metadata = { title: text.confirmTitle(), referrer: "no-referrer" };

type Given = string | string[] | undefined;
type Props = { searchParams: Promise<Record<"token" | "refused", Given>> };

export default async function ConfirmEmailPage({ searchParams }: Props) {
  const { token, refused } = await searchParams;
  const link = typeof token === "string" ? await emailLinkOf(token) : null;
  if (!link || typeof token !== "string")
    return (
      <EntryWord title={text.linkGoneTitle()}>
        <p>{refusalIn(refused)?.message ?? text.linkGone()}</p>
        <p>
          <EntryLink href="/account">{text.askForLink()}</EntryLink>
        </p>
      </EntryWord>
    );
  return (
    <ConfirmForm
      title={text.confirmTitle()}
      explained={text.confirmExplained({ email: link.email })}
      address="/api/auth/email/confirm"
      hidden={{ token }}
      button={text.confirm()}
      first={refusalIn(refused)}
    />
  );
}
