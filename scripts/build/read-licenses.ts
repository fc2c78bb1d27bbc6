/** The licences of the packages that a bundle holds, which have to go with it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const IN_A_PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE_FILE = /^licen[cs]e/i;

/**
 * @param files absolute paths of the bundled files
 * @returns for each package its name, version and licence, and each text once, below the packages that have it
 */
export function readLicenses(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => IN_A_PACKAGE.exec(file)?.[1] ?? []));
  const byText = Map.groupBy([...folders].sort().map(readLicense), ({ text }) => text);
  return [...byText]
    .map(([text, packages]) => `${packages.map(({ title }) => title).join("\n")}\n\n${text}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}

function readLicense(folder: string): { title: string; text: string } {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => LICENSE_FILE.test(name));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : "(no text of its own)";
  return { title: `${about.name} ${about.version} (${about.license})`, text };
}
