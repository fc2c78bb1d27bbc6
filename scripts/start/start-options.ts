/** The options of `npm start`, from its command line and environment, checked before anything is started. */
import { resolve } from "node:path";
import { z } from "zod";
import type { Settings } from "../../lib/env/settings.ts";
import { SHUTDOWN_GRACE_DEFAULT_MS } from "../limits.ts";
import { ROOT } from "../setup/paths.ts";
import { StartProblem } from "./start-problem.ts";
import { START_SETTINGS } from "./start-settings.ts";

export type StartOptions = {
  dev: boolean;
  root: string;
  /** Absolute. */
  dataDir: string;
  /** Next's build folder, relative to the root. */
  distDir: string;
  port: number;
  /** The address that the server listens on. */
  host: string;
  /** The public address. */
  url: string;
  /** Null for the embedded PostgreSQL, with demo accounts and a generated secret. */
  databaseUrl: string | null;
  /** Null for a random one that is stored in the data folder. */
  demoPassword: string | null;
  model: "demo" | "openai";
  /** Time limit of a graceful shutdown, in milliseconds. */
  shutdownGraceMs: number;
};

/** A setting of the server, or one of these that only the scripts read. */
type SettingName = keyof Settings | keyof typeof START_SETTINGS | "HALFSILVER_DIST_DIR";

/** @throws StartProblem that names the wrong setting */
export function readStartOptions(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): StartOptions {
  const set = (name: SettingName) => environment[name]?.trim() || null;
  const unknown = args.find((arg) => arg !== "--dev");
  if (unknown) throw new StartProblem(`Unknown argument ${unknown}. The only argument is --dev.`);
  const dev = args.includes("--dev");
  const databaseUrl = set("DATABASE_URL");
  if (databaseUrl && !set("BETTER_AUTH_SECRET")) {
    throw new StartProblem(
      "DATABASE_URL is set, so BETTER_AUTH_SECRET must be set too: 32 random characters or more, such as `openssl rand -hex 32` prints.",
    );
  }
  const own = readStartSettings(environment);
  const port = readPort(set("PORT"));
  return {
    dev,
    root: ROOT,
    dataDir: resolve(ROOT, own.HALFSILVER_DATA_DIR),
    distDir: set("HALFSILVER_DIST_DIR") ?? ".next",
    port,
    host: databaseUrl ? (own.HALFSILVER_HOST ?? "0.0.0.0") : "127.0.0.1",
    url: set("BETTER_AUTH_URL") ?? `http://localhost:${port}`,
    databaseUrl,
    demoPassword: own.HALFSILVER_DEMO_PASSWORD ?? null,
    model: hasOwnModel(environment) ? "openai" : "demo",
    shutdownGraceMs: readGrace(set("SHUTDOWN_GRACE_MS")),
  };
}

const StartSettings = z.object(START_SETTINGS).pick({
  HALFSILVER_HOST: true,
  HALFSILVER_DATA_DIR: true,
  HALFSILVER_DEMO_PASSWORD: true,
});

function readStartSettings(environment: Record<string, string | undefined>) {
  const given = Object.entries(environment).flatMap(([name, value]) =>
    value?.trim() ? [[name, value.trim()]] : [],
  );
  const parsed = StartSettings.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: "" }] = parsed.error.issues;
  throw new StartProblem(`${path.join(".")}: ${message}`);
}

/** Whether a model is set. Without one, the demo model answers. */
export function hasOwnModel(environment: Record<string, string | undefined>): boolean {
  const names = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "MODELS_FILE"] satisfies SettingName[];
  return names.some((name) => environment[name]?.trim());
}

/** The server's settings check the range. */
function readGrace(text: string | null): number {
  const ms = Number(text ?? SHUTDOWN_GRACE_DEFAULT_MS);
  return Number.isFinite(ms) ? ms : SHUTDOWN_GRACE_DEFAULT_MS;
}

function readPort(text: string | null): number {
  const port = Number(text ?? 3000);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StartProblem(`PORT must be a number from 1 to 65535, not "${text}".`);
}

/** Where the server reaches itself: at its own address where it listens on no other. */
export function ownAddress({ host, port }: Pick<StartOptions, "host" | "port">): string {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${isAny ? "127.0.0.1" : name}:${port}`;
}
