/** `npm run generate` once packages are installed: the database client, the frame of diagrams, and the page of settings. */
import { ROOT } from "../setup/paths.ts";
import { SETTINGS_PAGE, writeSettingsPage } from "./describe-settings.ts";
import { bundleDiagrams, CLIENT, FRAMES, generateClient } from "./write-sources.ts";

await Promise.all([generateClient(ROOT), bundleDiagrams(ROOT)]);
writeSettingsPage(ROOT);
console.log(`Wrote ${CLIENT}, ${FRAMES} and ${SETTINGS_PAGE}.`);
