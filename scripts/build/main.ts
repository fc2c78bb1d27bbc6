/** `npm run build` once packages are installed: generates sources and builds the application if they have changed. */
import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";
import { keepFilesPrivate, makePrivate } from "../setup/private-files.ts";
import { readStartOptions } from "../start/start-options.ts";
import { reportProblem } from "../start/start-problem.ts";
import { buildAll } from "./build-app.ts";

const { HALFSILVER_DIST_DIR } = process.env;
const { distDir } = readStartOptions([], { HALFSILVER_DIST_DIR });
keepFilesPrivate();
try {
  await buildAll(ROOT, distDir, (line) => console.log(`${line} …`));
  makePrivate(join(ROOT, distDir));
  console.log(`The build in ${distDir} is up to date.`);
} catch (error) {
  reportProblem(error);
  process.exit(1);
}
