import "server-only";
/** Our own documents, for a deployment without a search provider: `docs/search-index/<slug>.md`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export type LocalDocument = { slug: string; title: string; text: string };

export const LOCAL_SCHEME = "local:";

const KEY = Symbol.for("halfsilver.local-documents");
const store = globalThis as { [KEY]?: Promise<readonly LocalDocument[]> };

/** All documents, read once. */
export function localDocuments(): Promise<readonly LocalDocument[]> {
  store[KEY] ??= readAll(join(/* turbopackIgnore: true */ process.cwd(), "docs", "search-index"));
  return store[KEY];
}

/** @param url `local:<slug>`. @returns undefined where there is no such document */
export async function findLocalDocument(url: string): Promise<LocalDocument | undefined> {
  const slug = url.slice(LOCAL_SCHEME.length);
  return (await localDocuments()).find((document) => document.slug === slug);
}

async function readAll(folder: string): Promise<LocalDocument[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).toSorted();
  return Promise.all(
    names.map(async (name) => toDocument(name, await readFile(join(folder, name), "utf8"))),
  );
}

/** The first line is the title, `# Paris`. */
function toDocument(name: string, source: string): LocalDocument {
  const [first = "", ...rest] = source.split("\n");
  return {
    slug: name.slice(0, -3),
    title: first.replace(/^#\s*/, ""),
    text: rest.join("\n").trim(),
  };
}
