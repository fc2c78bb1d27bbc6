/** A person's settings: of this browser, and of all their conversations. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PlainPage, PlainPart } from "@/components/account/plain-page.tsx";
import {
  InstructionsForm,
  LookSettings,
  ModelChoice,
  NotificationSettings,
  WritingSettings,
} from "@/components/account/settings.tsx";
import { signInPath } from "@/lib/auth/return-path.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { readPreferences } from "@/lib/db/accounts/preferences.ts";
import { modelChoices } from "@/lib/llm/describe-model.ts";
import * as text from "@/lib/messages/settings.ts";
import { chooseModel, saveInstructions } from "./actions.ts";

export const metadata: Metadata = { title: text.title() };

export default async function SettingsPage() {
  const actor = await getActor();
  if (!actor) redirect(signInPath("/settings"));
  const { instructions, model } = await readPreferences(actor);
  const choices = modelChoices();
  return (
    <PlainPage title={text.title()} back={text.back()}>
      <PlainPart title={text.look()} hint={text.lookHint()}>
        <LookSettings />
      </PlainPart>
      <PlainPart title={text.writing()} hint={text.lookHint()}>
        <WritingSettings />
      </PlainPart>
      <PlainPart title={text.notifications()} hint={text.notificationsHint()}>
        <NotificationSettings />
      </PlainPart>
      <PlainPart title={text.answers()}>
        <div className="grid gap-8">
          <InstructionsForm instructions={instructions} save={saveInstructions} />
          {(choices.length > 0 || model !== null) && (
            <ModelChoice chosen={model} choices={choices} choose={chooseModel} />
          )}
        </div>
      </PlainPart>
      <nav className="mt-10 flex flex-wrap gap-x-6 gap-y-2 border-t pt-5 text-sm">
        <a href="/notice" className="text-accent underline underline-offset-4">
          {text.handling()}
        </a>
        <a href="/account" className="text-accent underline underline-offset-4">
          {text.account()}
        </a>
      </nav>
    </PlainPage>
  );
}
