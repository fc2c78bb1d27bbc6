/** The only page for anybody who signs in to an account that is to be erased: keep it, or sign out. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmForm } from "@/components/account/entry-forms.tsx";
import { Button } from "@/components/ui/button.tsx";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { getLeavingPerson } from "@/lib/auth/session/get-leaving-person.ts";
import * as text from "@/lib/messages/entry.ts";

export const metadata: Metadata = { title: text.keepTitle() };

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

export default async function KeepAccountPage() {
  const [actor, leaving] = await Promise.all([getActor(), getLeavingPerson()]);
  if (!leaving) redirect(actor ? "/" : "/sign-in");
  const { email, eraseAt } = leaving;
  return (
    <div className="grid gap-3">
      <ConfirmForm
        title={text.keepTitle()}
        explained={text.keepExplained({ email, day: DAY.format(eraseAt) })}
        address="/api/auth/account/keep"
        button={text.keep()}
        first={null}
      />
      <form method="post" action="/api/auth/sign-out" className="grid">
        <Button type="submit" look="outline" className="h-10! pointer-coarse:h-11!">
          {text.signOut()}
        </Button>
      </form>
    </div>
  );
}
