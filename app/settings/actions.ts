/** The actions of a person's settings: delegate. */
"use server";
import { instructionsFrom, lookFrom, modelFrom, noticeFrom, orFail } from "./change-settings.ts";

export async function saveInstructions(input: unknown) {
  return orFail(() => instructionsFrom(input));
}

export async function chooseModel(input: unknown) {
  return orFail(() => modelFrom(input));
}

export async function saveLook(input: unknown) {
  return orFail(() => lookFrom(input));
}

export async function markNoticeSeen(input: unknown) {
  return orFail(() => noticeFrom(input));
}
