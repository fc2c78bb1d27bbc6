/** Puts the program that checks bundles and receipts into one file without dependencies, as a text that the server hands out. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { hashSources, makeWhenStale } from "./make-when-stale.ts";

const SOURCES = ["lib/audit", "scripts/build/bundle-verifier.ts", "package-lock.json"];
const PROGRAM = "lib/audit/program/halfsilver-verify.ts";
const TARGET = "lib/audit/generated/verifier-text.ts";

export async function bundleVerifier(
  root: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const target = join(root, TARGET);
  const hash = hashSources(root, SOURCES, /^lib\/audit\/generated$|\.test\.ts$/);
  await makeWhenStale(join(dirname(target), ".stamp"), hash, async () => {
    onProgress("Bundling the verifier");
    const bundle = await rolldown({ input: join(root, PROGRAM), platform: "node" });
    const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
    await bundle.close();
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      `/** Generated. The text of halfsilver-verify.mjs. */\nexport const VERIFIER_TEXT = ${JSON.stringify(output[0].code)};\n`,
    );
  });
}
