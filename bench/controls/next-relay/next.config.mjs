/** The settings of Next for the control. */
import { resolve } from "node:path";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The package `next` is resolved from the repository's node_modules.
  outputFileTracingRoot: resolve(import.meta.dirname, "../../.."),
};

export default config;
