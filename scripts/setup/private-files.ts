/** Files of the data folder and of the build are their owner's alone, whatever umask the person who starts has. */
import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What others may do with a file, which is nothing. */
const OF_OTHERS = 0o077;

/** From now on this process and its children make files that nobody else may read. */
export function keepFilesPrivate(): void {
  process.umask(OF_OTHERS);
}

/**
 * Takes what others may do from a file, or from a folder with all that is in it. Links are not followed. What belongs to
 * another account keeps its mode, and so does the inside of a database cluster, which PostgreSQL keeps private itself.
 */
export function makePrivate(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink() || stat.uid !== process.getuid?.()) return;
  if (stat.mode & OF_OTHERS) chmodIfPossible(path, stat.mode & 0o700);
  if (!stat.isDirectory() || existsSync(join(path, "PG_VERSION"))) return;
  for (const name of readdirSync(path)) makePrivate(join(path, name));
}

/** A file of a cache may have been deleted meanwhile; a build on a read-only disk stays as it was made. */
function chmodIfPossible(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EROFS") throw error;
  }
}
