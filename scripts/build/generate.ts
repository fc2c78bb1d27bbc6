/** `npm run generate` once packages are installed: the database client from the schema, and the frame of diagrams. */
import { ROOT } from "../setup/paths.ts";
import { bundleDiagrams, CLIENT, FRAMES, generateClient } from "./write-sources.ts";

await Promise.all([generateClient(ROOT), bundleDiagrams(ROOT)]);
console.log(`Wrote ${CLIENT} and ${FRAMES}.`);
