/** The texts of entry. */
import type { Value } from "./message.ts";

export const whatThisIs = () =>
  "A chat whose answers can be checked: they name their sources, and each has a record that nobody can change unseen.";
export const forgot = () => "Forgot your password?";
export const forgotTitle = () => "Another password";
export const forgotExplained = () =>
  "Type the address of your account. You get a link with which you choose another password.";
export const forgotByOperator = () =>
  "This server sends no mail. Ask the people who run it: they can make a link with which you choose another password.";
export const sendLink = () => "Send a link";
export const sentTitle = () => "Check your email";
export const resetSent = () =>
  "If there is an account with that address, a link is on its way. It can be used once, within one hour.";
export const signUpSent = () =>
  "A mail is on its way. Open its link within one hour to choose a name and a password.";
export const sentNothing = () => "No email? Look in your spam folder, or ask again.";
export const terminalTitle = () => "Look at the terminal";
export const resetInTerminal = () =>
  "If there is an account with that address, a link stands in the terminal in which this server runs. It can be used once, within one hour.";
export const signUpInTerminal = () =>
  "This server sends no mail. Look in the terminal where it runs: it shows a link for a new account, or says that this address already has one.";
export const askAgain = () => "Ask again";
export const backToSignIn = () => "Back to sign in";
export const newPasswordTitle = () => "Choose another password";
export const newPassword = () => "New password";
export const changePassword = () => "Change password";
export const passwordIsChanged = () =>
  "Your password is changed, and every device is signed out. Sign in with the new one.";
export const linkGone = () =>
  "This link is no longer valid. A link works once, for a limited time, and only until a newer one is sent.";
export const linkGoneTitle = () => "This link is no longer valid";
export const askForLink = () => "Ask for another link";
export const confirmTitle = () => "Confirm your address";
export const confirmExplained = ({ email }: { email: Value }) =>
  `Your account is to use ${email} from now on.`;
export const confirm = () => "Use this address";
export const confirmTaken = () => "This address belongs to another account by now.";
export const signUpExplained = () =>
  "Type your address. You get a link with which you choose a name and a password.";
export const signUpByOperator = () =>
  "Accounts are made by the people who run this server. Ask them for a link.";
export const keepTitle = () => "Your account is to be erased";
export const keepExplained = ({ email, day }: { email: Value; day: Value }) =>
  `You deleted the account ${email}. Everything will be erased for good on ${day}. Until then you can keep the account and everything in it.`;
export const keep = () => "Keep my account";
export const keepOver = () => "This account cannot be kept any more.";
export const signOut = () => "Sign out";
export const leftNotice = () =>
  "Your account is deleted, and you are signed out everywhere. If you sign in within 7 days you can still keep it.";
export const linkBusy = () => "Too many links were asked for from here. Try again in an hour.";
export const linkClosed = () => "This server sends no links. Ask the people who run it.";
