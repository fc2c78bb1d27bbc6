/** Whether a password may be chosen: the check of the browser, with the whole list. */
import "server-only";
import {
  judgePassword,
  loadCommonPasswords,
  type PasswordFault,
  type PasswordOwner,
} from "../../contracts/password/judge-password.ts";

export type NewPasswordFault = `${PasswordFault}-password`;

export async function checkNewPassword(
  password: string,
  owner: PasswordOwner,
): Promise<NewPasswordFault | null> {
  const judged = judgePassword(password, owner, await loadCommonPasswords());
  return judged.ok ? null : `${judged.fault}-password`;
}
