/** Runs in the browser before anything else does. */
import { config } from "zod/v4/core";

// Zod tries to compile its checks, which the Content-Security-Policy of a page refuses and reports (decision 18).
config({ jitless: true });
