/**
 * `zod/mini` as the browser gets it (`next.config.mjs` puts it in the other's place): a page whose first script checks
 * nothing does not load it. Zod tries to compile its checks, which the Content-Security-Policy of a page refuses and
 * reports (decision 18).
 */
import { config } from "zod/v4/core";

config({ jitless: true });

export * from "zod/v4-mini";
