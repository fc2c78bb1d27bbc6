/** Signing in, with a notice of what led here. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/ui/entry/sign-in-form.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { linkWay } from "@/lib/auth/links/link-way.ts";
import { safeReturnPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { getLeavingPerson } from "@/lib/auth/session/get-leaving-person.ts";
import { settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/account.ts";
import * as entryText from "@/lib/messages/entry.ts";
import { EntryLink } from "../entry-word.tsx";
import { refusalIn } from "../refusal-texts.ts";

export const metadata: Metadata = { title: text.signIn() };

type Given = string | string[] | undefined;
type Props = { searchParams: Promise<Record<"to" | "refused" | "changed" | "left", Given>> };

export default async function SignInPage({ searchParams }: Props) {
  const { to, refused, changed, left } = await searchParams;
  const returnPath = safeReturnPath(typeof to === "string" ? to : null);
  if (await getActor()) redirect(returnPath);
  if (await getLeavingPerson()) redirect("/keep-account");
  const notice = noticeOf(changed, left);
  return (
    <>
      <p className="-mt-3 mb-6 text-sm text-soft">{entryText.whatThisIs()}</p>
      {notice && (
        <Notice role="status" className="mb-6">
          {notice}
        </Notice>
      )}
      <SignInForm returnPath={returnPath} first={refusalIn(refused)}>
        <p>
          <EntryLink href="/forgot-password">{entryText.forgot()}</EntryLink>
        </p>
        {settings().SIGN_UP_OPEN && <NewHere returnPath={returnPath} />}
      </SignInForm>
    </>
  );
}

function noticeOf(changed: Given, left: Given): string | null {
  if (left !== undefined) return entryText.leftNotice();
  return changed === "password" ? entryText.passwordIsChanged() : null;
}

function NewHere({ returnPath }: { returnPath: string }) {
  if (settings().CONFIRM_ADDRESSES && linkWay() === "operator")
    return <p className="text-soft">{entryText.signUpByOperator()}</p>;
  return (
    <p className="text-soft">
      {text.newHere()}{" "}
      <EntryLink href={`/sign-up?to=${encodeURIComponent(returnPath)}`}>{text.signUp()}</EntryLink>
    </p>
  );
}
