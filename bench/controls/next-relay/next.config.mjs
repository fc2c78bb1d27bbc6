import { resolve } from "node:path";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The package `next` is the repository's own.
  outputFileTracingRoot: resolve(import.meta.dirname, "../../.."),
};

export default config;
