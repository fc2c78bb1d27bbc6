/** The texts of mail. */
import type { Value } from "./message.ts";

export const foot = () => "Replies to this email are not read.";
export const terminalTo = ({ email }: { email: Value }) => `For ${email}:`;
export const signUpSubject = () => "Your account at Halfsilver";
export const signUp = ({ link }: { link: Value }) =>
  `Somebody, hopefully you, asks for an account with this address. Open this link to choose a name and a password:\n\n${link}\n\nIt can be used once, within one hour. If it was not you, do nothing: then there is no account.`;
export const haveSubject = () => "Your account at Halfsilver";
export const have = ({ signIn, reset }: { signIn: Value; reset: Value }) =>
  `Somebody, hopefully you, asks for an account with this address. It has one already.\n\nSign in: ${signIn}\nIf you have forgotten your password: ${reset}\n\nIf it was not you, do nothing: nothing has changed.`;
export const resetSubject = () => "Another password for Halfsilver";
export const reset = ({ link }: { link: Value }) =>
  `Somebody, hopefully you, has forgotten the password of the account with this address. Open this link to choose another one:\n\n${link}\n\nIt can be used once, within one hour. If it was not you, do nothing: the password stays as it is.`;
export const emailSubject = () => "Is this your address?";
export const email = ({ link }: { link: Value }) =>
  `Somebody, hopefully you, wants to use this address for an account at Halfsilver. Open this link to confirm it:\n\n${link}\n\nIt can be used once, within one hour. If it was not you, do nothing.`;
export const takenSubject = () => "Your account at Halfsilver";
export const taken = ({ signIn }: { signIn: Value }) =>
  `Somebody, hopefully you, wants to use this address for another account at Halfsilver. It has an account already, so nothing has changed.\n\nSign in: ${signIn}`;
export const noticeSubject = () => "Another address for your account";
export const notice = ({ email, account }: { email: Value; account: Value }) =>
  `Your account at Halfsilver is to use another address: ${email}. It does so once that address is confirmed.\n\nIf it was not you, somebody knows your password. Change it now: ${account}`;
