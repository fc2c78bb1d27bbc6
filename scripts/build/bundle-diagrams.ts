/** Bundles the program of the frame that draws diagrams, with Mermaid, into static files. A kind of diagram is a file of its own. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { hashSources, makeWhenStale } from "./make-when-stale.ts";

const PROGRAM = "components/ui/markdown/diagram/frame/draw-in-frame.ts";
const SOURCES = [PROGRAM, "scripts/build/bundle-diagrams.ts", "package-lock.json"];
/** Under `public`, which Next serves as it is. */
const TARGET = "public/frames";

export async function bundleDiagrams(
  root: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const target = join(root, TARGET);
  const hash = hashSources(root, SOURCES, /\.test\.ts$/);
  await makeWhenStale(join(target, ".stamp"), hash, async () => {
    onProgress("Bundling the frame of diagrams");
    const bundle = await rolldown({ input: join(root, PROGRAM), platform: "browser" });
    const { output } = await bundle.generate({
      format: "esm",
      minify: true,
      entryFileNames: "diagram.js",
      chunkFileNames: "[name]-[hash].js",
    });
    await bundle.close();
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const file of output) {
      if (file.type === "chunk") writeFileSync(join(target, file.fileName), file.code);
    }
  });
}
