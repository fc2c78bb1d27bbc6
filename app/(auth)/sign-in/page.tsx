import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { safeReturnPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/account.ts";
import { signInRefusal } from "../refusal-texts.ts";
import { SignInForm } from "./sign-in-form.tsx";

export const metadata: Metadata = { title: text.signIn() };

type Props = { searchParams: Promise<{ to?: string | string[]; refused?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { to, refused } = await searchParams;
  const returnPath = safeReturnPath(typeof to === "string" ? to : null);
  if (await getActor()) redirect(returnPath);
  return (
    <SignInForm
      returnPath={returnPath}
      refusal={refused ? signInRefusal() : null}
      canSignUp={settings().SIGN_UP_OPEN}
    />
  );
}
