/** The SDK, loaded by the first call to a model: 20 MB that a server at rest does not need. */
import "server-only";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Sdk from "openai";

/** Node keeps it: later calls return the same classes. */
export function openAiSdk(): typeof Sdk {
  return createRequire(join(process.cwd(), "package.json"))("openai") as typeof Sdk;
}
