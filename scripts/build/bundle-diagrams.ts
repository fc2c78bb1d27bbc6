/**
 * Bundles the program of the frame that draws diagrams, with Mermaid, into static files. A kind of diagram is a file of its
 * own. They are committed: 5 MB in place of the 110 packages with which Mermaid is developed.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { readLicenses } from "./read-licenses.ts";

const PROGRAM = "components/ui/markdown/diagram/frame/draw-in-frame.ts";
/** Under `public`, which Next serves as it is. */
export const FRAMES = "public/frames";

/** @param target a folder that stands for the project's root */
export async function bundleDiagrams(root: string, target = root): Promise<void> {
  const folder = join(target, FRAMES);
  const bundle = await rolldown({ input: join(root, PROGRAM), cwd: root, platform: "browser" });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    entryFileNames: "diagram.js",
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const chunks = output.filter((file) => file.type === "chunk");
  for (const { fileName, code } of chunks) writeFileSync(join(folder, fileName), code);
  const licenses = readLicenses(chunks.flatMap(({ moduleIds }) => moduleIds));
  writeFileSync(join(folder, "LICENSES.txt"), licenses);
}
