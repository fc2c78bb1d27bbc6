/** What a person changes in their settings, with a sentence for each outcome. */
import "server-only";
import { revalidatePath } from "next/cache";
import { orRefuse } from "@/app/respond.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { INSTRUCTIONS_MAX_CHARS } from "@/lib/contracts/limits.ts";
import {
  ChosenModel,
  Look,
  NoticeSeen,
  OwnInstructions,
  type SettingChange,
} from "@/lib/contracts/public/person/preferences.ts";
import { type Preferences, storePreferences } from "@/lib/db/accounts/preferences.ts";
import { modelChoices } from "@/lib/llm/describe-model.ts";
import * as text from "@/lib/messages/settings.ts";

const refuse = (message: string): SettingChange => ({ ok: false, message });

export async function instructionsFrom(input: unknown): Promise<SettingChange> {
  const said = OwnInstructions.safeParse(input);
  if (!said.success) {
    const isTooLong = said.error.issues.some(({ code }) => code === "too_big");
    const max = INSTRUCTIONS_MAX_CHARS.toLocaleString("en");
    return refuse(isTooLong ? text.instructionsTooLong({ max }) : text.notSaved());
  }
  return store({ instructions: said.data.instructions }, text.instructionsSaved());
}

export async function modelFrom(input: unknown): Promise<SettingChange> {
  const chosen = ChosenModel.safeParse(input).data;
  const isOffered =
    chosen?.model === null || modelChoices().some(({ connection }) => connection === chosen?.model);
  if (!chosen || !isOffered) return refuse(text.modelGone());
  return store({ model: chosen.model }, text.modelSaved());
}

export async function noticeFrom(input: unknown): Promise<SettingChange> {
  const seen = NoticeSeen.safeParse(input).data;
  return seen ? store({ noticeSeen: seen.digest }, "") : refuse(text.notSaved());
}

export async function lookFrom(input: unknown): Promise<SettingChange> {
  const look = Look.refine((given) => Object.keys(given).length > 0).safeParse(input).data;
  if (!look) return refuse(text.notSaved());
  const actor = await getActor();
  if (!actor) return refuse(text.signedOut());
  // No page is refreshed: the browser has applied the choice, in the middle of an answer for example.
  await storePreferences(actor, { look });
  return { ok: true, message: "" };
}

async function store(change: Partial<Preferences>, message: string): Promise<SettingChange> {
  const actor = await getActor();
  if (!actor) return refuse(text.signedOut());
  await storePreferences(actor, change);
  revalidatePath("/settings");
  return { ok: true, message };
}

export const orFail = (change: () => Promise<SettingChange>): Promise<SettingChange> =>
  orRefuse(change, refuse, text.notSaved());
