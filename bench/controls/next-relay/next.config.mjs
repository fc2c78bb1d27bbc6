import { resolve } from "node:path";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The package `next` is the repository's own.
  turbopack: { root: resolve(import.meta.dirname, "../../..") },
};

export default config;
