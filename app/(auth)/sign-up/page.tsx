import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getActor } from "@/lib/auth/get-actor.ts";
import { safeReturnPath } from "@/lib/auth/return-path.ts";
import { settings } from "@/lib/env/settings.ts";
import { SIGN_UP_REFUSED } from "../refusal-texts.ts";
import { SignUpForm } from "./sign-up-form.tsx";

export const metadata: Metadata = { title: "Create an account" };

type Props = { searchParams: Promise<{ to?: string | string[]; refused?: string | string[] }> };

export default async function SignUpPage({ searchParams }: Props) {
  const { to, refused } = await searchParams;
  const returnPath = safeReturnPath(typeof to === "string" ? to : null);
  if (!settings().SIGN_UP_OPEN) notFound();
  if (await getActor()) redirect(returnPath);
  const reason = typeof refused === "string" && Object.hasOwn(SIGN_UP_REFUSED, refused);
  const message = reason ? SIGN_UP_REFUSED[refused as keyof typeof SIGN_UP_REFUSED] : null;
  return (
    <SignUpForm
      returnPath={returnPath}
      refusal={message === null ? null : { code: `sign-up-${refused}`, message }}
    />
  );
}
