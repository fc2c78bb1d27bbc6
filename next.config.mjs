/**
 * Handlers that answer with nothing but JSON. Next sets the headers of a handler's own Response as lists, and its
 * compression then takes a content type for none; one that stands here already is left a string, and is compressed.
 */
const JSON_ONLY = [
  "/api/admin/:path((?!runs/export).*)",
  "/api/conversations",
  "/api/conversations/:conversationId",
  "/api/conversations/:conversationId/messages",
];

/** @type {import("next").NextConfig} */
const config = {
  distDir: process.env.HALFSILVER_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // What a person sends is not for a log, not even in development.
  logging: { serverFunctions: false },
  // An entry is loaded when it is first asked for: 20 MB less for a server that nobody inspects, for 60 ms once.
  experimental: {
    preloadEntriesOnStart: false,
    // Nobody reads the server's source maps, nor the compiler's cache: a build runs when its sources have changed, mostly once.
    serverSourceMaps: false,
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
    turbopackInputSourceMaps: process.env.NODE_ENV !== "production",
    turbopackFileSystemCacheForBuild: false,
    // The edge refuses more than this before Next reads it (lib/edge/limits.ts).
    serverActions: { bodySizeLimit: "256kb" },
  },
  turbopack: {
    resolveAlias: { "zod/mini": { browser: "./lib/contracts/zod-in-browser.ts" } },
  },
  // `npm test` checks types over the whole tree; a start should not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Loaded once from node_modules, not in several bundles: most of them also by the server outside of Next.
  serverExternalPackages: [
    "@cedar-policy/cedar-wasm",
    "@modelcontextprotocol/sdk",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@redis/client",
    "better-auth",
    "jschardet",
    "libphonenumber-js",
    "openai",
    "pg",
    "pg-boss",
    "pino",
    "pyodide",
    "rate-limiter-flexible",
    "unpdf",
    "nodemailer",
    "zod",
  ],
  async headers() {
    return JSON_ONLY.map((source) => ({
      source,
      headers: [{ key: "Content-Type", value: "application/json" }],
    }));
  },
};

export default config;
