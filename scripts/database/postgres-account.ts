/** PostgreSQL refuses to run as root: the account that runs it then, and the folders that this account can reach. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

export type SystemAccount = { uid: number; gid: number };

const NAME = "postgres";
/** Of a folder that the account may pass through. */
export const PASSED_MODE = 0o710;

/** @returns null when this process is not root: PostgreSQL then runs as the same user */
export function postgresAccount(): SystemAccount | null {
  if (process.getuid?.() !== 0) return null;
  if (!accountExists()) createAccount();
  return { uid: readId("-u"), gid: readId("-g") };
}

function accountExists(): boolean {
  try {
    readId("-u");
    return true;
  } catch {
    return false;
  }
}

function readId(flag: "-u" | "-g"): number {
  return Number(
    execFileSync("id", [flag, NAME], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
}

function createAccount(): void {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", NAME], {
      stdio: "ignore",
    });
  } catch (cause) {
    throw new Error(
      'PostgreSQL does not run as root, and the account "postgres" could not be created. Start as another user.',
      { cause },
    );
  }
}

/** Lets the account traverse a folder of root's, without the right to list or read it. */
export function allowTraversal(account: SystemAccount | null, folder: string): void {
  if (account === null || statSync(folder).uid !== 0) return;
  chownSync(folder, 0, account.gid);
  chmodSync(folder, PASSED_MODE);
}

/** Whether the account may pass through every folder from the root down to `path`. */
export function canReach(account: SystemAccount | null, path: string): boolean {
  if (account === null) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && !canPass(account, folder)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function canPass(account: SystemAccount, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
