/** PostgreSQL refuses to run as root: which account runs it then, and what that account can reach. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

export type SystemAccount = { uid: number; gid: number };

const NAME = "postgres";

/** Null where this process is not root: PostgreSQL then runs as whoever started it. */
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
      'PostgreSQL does not run as root, and no account "postgres" could be created for it. Start as another user.',
      { cause },
    );
  }
}

/** Lets the account pass through a folder of root's to what it owns in there; to list or read the folder it may not. */
export function letPass(account: SystemAccount | null, folder: string): void {
  if (account === null || statSync(folder).uid !== 0) return;
  chownSync(folder, 0, account.gid);
  chmodSync(folder, 0o710);
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
