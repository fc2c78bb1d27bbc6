import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { safeReturnPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { settings } from "@/lib/env/settings.ts";
import * as text from "@/lib/messages/account.ts";
import { SIGN_UP_REFUSALS } from "../refusal-texts.ts";
import { SignUpForm } from "./sign-up-form.tsx";

export const metadata: Metadata = { title: text.signUp() };

type Props = { searchParams: Promise<{ to?: string | string[]; refused?: string | string[] }> };

export default async function SignUpPage({ searchParams }: Props) {
  const { to, refused } = await searchParams;
  const returnPath = safeReturnPath(typeof to === "string" ? to : null);
  if (!settings().SIGN_UP_OPEN) notFound();
  if (await getActor()) redirect(returnPath);
  const reason = typeof refused === "string" && isRefusal(refused) ? refused : null;
  return (
    <SignUpForm
      returnPath={returnPath}
      refusal={reason && { code: `sign-up-${reason}`, message: SIGN_UP_REFUSALS[reason]() }}
    />
  );
}

function isRefusal(reason: string): reason is keyof typeof SIGN_UP_REFUSALS {
  return Object.hasOwn(SIGN_UP_REFUSALS, reason);
}
