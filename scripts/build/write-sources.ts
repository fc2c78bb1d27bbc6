/** Writes the sources that are generated and committed: the database client from the schema, and the frame of diagrams. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { rolldown } from "rolldown";
import { runTool } from "./run-tool.ts";

const PROGRAM = "components/ui/markdown/diagram/draw-in-frame.ts";
/** Under `public`, which Next serves as it is. */
export const FRAMES = "public/frames";

const IN_A_PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE_FILE = /^licen[cs]e/i;

const SCHEMA = "prisma/schema.prisma";
export const CLIENT = "lib/db/generated";

// Bundles the program of the frame that draws diagrams, with Mermaid, into static files. A kind of diagram is a file of its
// own. They are committed: 5 MB in place of the 110 packages with which Mermaid is developed.

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

/**
 * The licences of the packages that a bundle holds, which have to go with it.
 * @param files absolute paths of the bundled files
 * @returns for each package its name, version and licence, and each text once, below the packages that have it
 */
function readLicenses(files: readonly string[]): string {
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

// Writes the Prisma client and the types of all tables. They are committed, so that a start needs neither Prisma's command nor its time.

/**
 * Prisma 7 generates without its schema engine but would download it, so the setting points at a dummy program.
 * @param target a folder that stands for the project's root: the client comes to the same place below it
 */
export async function generateClient(root: string, target = root): Promise<void> {
  if (target !== root) {
    mkdirSync(join(target, "prisma"), { recursive: true });
    cpSync(join(root, SCHEMA), join(target, SCHEMA));
  }
  rmSync(join(target, CLIENT), { recursive: true, force: true });
  await runTool(
    "prisma generate",
    "node_modules/prisma/build/index.js",
    ["generate", "--schema", join(target, SCHEMA)],
    {
      PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
      // Prisma finds prisma-kysely on the PATH.
      PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    },
  );
}
