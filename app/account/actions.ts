/** The actions of a person's account: delegate. */
"use server";
import {
  emailFrom,
  endDevices,
  endLink,
  leaveFrom,
  nameFrom,
  orFail,
  passwordFrom,
} from "./change-account.ts";

export async function changeName(input: unknown) {
  return orFail(() => nameFrom(input));
}

export async function changePassword(input: unknown) {
  return orFail(() => passwordFrom(input));
}

export async function changeEmail(input: unknown) {
  return orFail(() => emailFrom(input));
}

export async function deleteAccount(input: unknown) {
  return orFail(() => leaveFrom(input));
}

export async function signOutOthers(device: unknown) {
  return orFail(() => endDevices(device));
}

export async function revokeLink(shareLinkId: unknown) {
  return orFail(() => endLink(shareLinkId));
}
