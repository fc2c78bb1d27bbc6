/** A person's settings: of their account and of this browser. */
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
import { modelChoices } from "@/lib/llm/describe-model.ts";
import * as text from "@/lib/messages/settings.ts";
import { chooseModel, saveInstructions } from "./actions.ts";
import { ownPreferences } from "./own-preferences.ts";

export const metadata: Metadata = { title: text.title() };

export default async function SettingsPage() {
  const own = await ownPreferences();
  if (!own) redirect(signInPath("/settings"));
  const { instructions, model, look } = own;
  const choices = modelChoices();
  return (
    <PlainPage title={text.title()} back={text.back()}>
      <PlainPart title={text.look()} hint={text.lookHint()}>
        <LookSettings look={look} />
      </PlainPart>
      <PlainPart title={text.writing()} hint={text.writingHint()}>
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
