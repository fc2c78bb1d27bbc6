/** Replaces the package `server-only` in tests, which throws outside a server bundle. */
export {};
