/**
 * What the browser gets for `zod/mini` (`resolveAlias` in `next.config.mjs`). Zod would compile its checks, which the
 * Content-Security-Policy of a page refuses and reports (decision 18); so that is turned off before any schema is used. A
 * page that loads no schema loads no zod.
 */
import { config } from "zod/v4/core";

config({ jitless: true });

export * from "zod/v4-mini";
