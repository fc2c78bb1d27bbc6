/** The texts of account. */
import type { Value } from "./message.ts";

export const signIn = () => "Sign in";
export const signUp = () => "Create an account";
export const createAccount = () => "Create account";
export const name = () => "Name";
export const email = () => "Email";
export const password = () => "Password";
export const newHere = () => "New here?";
export const haveAccount = () => "Already have one?";
export const unreachable = () =>
  "The server cannot be reached. Check your connection and try again.";
export const signInRefused = () =>
  "That email and password do not go together. Check both, or wait a few minutes if you have tried often.";
export const signUpClosed = () =>
  "New accounts cannot be created here. Ask the people who run this server for one.";
export const signUpName = () => "Enter a name of up to 100 characters.";
export const signUpEmail = () => "Enter an email address, like name@example.com.";
export const signUpBusy = () => "Too many accounts were created from here. Try again in an hour.";
export const signedOut = () => "You are signed out. Sign in again.";
export const nameChanged = () => "Your name is changed.";
export const changeName = () => "Change name";
export const currentPassword = () => "Current password";
export const newPassword = () => "New password";
export const changePassword = () => "Change password";
export const passwordChanged = () => "Your password is changed. Other devices are signed out.";
export const passwordWrong = () => "This is not your current password, or it was tried too often.";
export const devices = () => "Signed-in devices";
export const thisDevice = () => "This device";
export const signedInOn = ({ day }: { day: Value }) => `Signed in on ${day}`;
export const signOutDevice = () => "Sign out there";
export const signOutOthers = () => "Sign out everywhere else";
export const unknownDevice = () => "An unknown browser";
export const emailChanged = ({ email }: { email: Value }) =>
  `Your address is changed. From now on you sign in with ${email}.`;
export const emailAsked = ({ email }: { email: Value }) =>
  `Open the link that went to ${email}. Until then nothing changes. Your present address got a notice.`;
export const emailAskedTerminal = () =>
  "Open the link that stands in the terminal of the server. Until then nothing changes.";
export const emailSame = () => "This is your address already.";
export const emailTaken = () => "This address cannot be used.";
export const emailByOperator = () =>
  "This server sends no mail. The people who run it can change your address.";
export const newEmail = () => "New email";
export const changeEmail = () => "Change email";
export const mailAway = () =>
  "Mail cannot be sent at the moment. Nothing has changed; try again later.";
export const emailNow = ({ email }: { email: Value }) => `Your address is ${email}.`;
export const emailIsChanged = () => "Your address is changed.";
export const deleteAccount = () => "Delete account";
export const deleteAccountExplained = () =>
  "You are signed out everywhere at once, and what you shared cannot be opened any more. After 7 days everything is erased for good: your conversations with their files, and all that the assistants remember. Until then you can sign in and keep your account. The record that an account was erased stays, without your name.";
export const deleteAccountNow = () => "Delete account";
export const deletingAccount = () => "Deleting …";
export const deleteAccountLastAdmin = () =>
  "This is the last admin account. Make another account an admin first.";
export const deleteAccountAsk = () => "Delete your account?";
export const cancel = () => "Cancel";
