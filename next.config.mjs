/** @type {import("next").NextConfig} */
const config = {
  distDir: process.env.HALFSILVER_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // For pages/api, whose modules are ours: `server-only` is settled when they are built.
  bundlePagesRouterDependencies: true,
  // `npm test` checks types over the whole tree; a start should not wait for that.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@cedar-policy/cedar-wasm",
    "@modelcontextprotocol/sdk",
    "@prisma/adapter-pg",
    "@prisma/client",
    "better-auth",
    "openai",
    "pg",
    "pg-boss",
    "pino",
    "pyodide",
    "rate-limiter-flexible",
    "unpdf",
    "mammoth",
  ],
  async headers() {
    return [
      {
        source: "/:path*",
        headers: [
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "X-Frame-Options", value: "DENY" },
          { key: "Referrer-Policy", value: "same-origin" },
        ],
      },
    ];
  },
};

export default config;
