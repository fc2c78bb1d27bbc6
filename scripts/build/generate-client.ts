/** Writes the Prisma client and the types of all tables. They are committed, so that a start needs neither Prisma's command nor its time. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runTool } from "./run-tool.ts";

const SCHEMA = "prisma/schema.prisma";
export const CLIENT = "lib/db/generated";

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
