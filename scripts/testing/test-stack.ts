/** Starts a complete Halfsilver for browser tests: production build, its own data folder and ports. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { auditRowKey } from "../../lib/env/derive-key.ts";
import { saveDemoAccounts } from "../accounts/demo-accounts.ts";
import { removeDataDir } from "../database/postgres-place.ts";
import { findFreePort } from "../processes/find-free-port.ts";
import { commandOf } from "../processes/find-process.ts";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import { NODE, ROOT } from "../setup/paths.ts";
import { plainEnvironment } from "../test/run-program.ts";
import { copyTemplate, TEMPLATE_URL } from "./copy-template.ts";

export const DIST_DIR = ".next-test";

/** Secret of every stack: tests sign the session cookies of the people they make. */
export const AUTH_SECRET = "a secret of the test stacks, of more than 32 characters";
/** Signs audit rows of the test stacks. */
export const AUTH_ROW_KEY = auditRowKey({ BETTER_AUTH_SECRET: AUTH_SECRET }) ?? "";

export type TestStack = {
  url: string;
  /** The demo model's address, as in `OPENAI_BASE_URL`; its control endpoint is on the same port. */
  modelUrl: string;
  demoPassword: string;
  databaseUrl: string;
  dataDir: string;
  /** Kills the server and the start script, which would restart it; the other children then end by themselves. */
  killServer(): Promise<void>;
  /** The process id of one of its children. */
  pidOf(child: "server" | "demo-model" | "postgres"): number;
  /** Sends a signal to the start script. */
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code of the start script. */
  exited(): Promise<number>;
  /** Ends it in order and keeps its data. */
  stop(): Promise<void>;
  /** Starts it again on the same data and the same ports. `changed`: settings that differ from now on. */
  startAgain(changed?: Record<string, string>): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
};

export type TestStackOptions = {
  /** Part of the data folder's name, to tell stacks apart, e.g. the name of the test file. */
  name: string;
  env?: Record<string, string>;
  /** Default: a folder in the project's root, named after this process. */
  dataDir?: string;
  /** Address of the migrated database that is copied. Default: the one of `npm test`; without one, as `ownPostgres`. */
  templateUrl?: string;
  /** A PostgreSQL in its data folder, as `npm start` has it, which the test may kill. */
  ownPostgres?: boolean;
  /** Called with each line of the start script's output. */
  onLine?: (line: string) => void;
};

/** @throws Error with the last lines of the start script when it does not start */
export async function startTestStack(options: TestStackOptions): Promise<TestStack> {
  const [port, modelPort] = [await findFreePort(), await findFreePort()];
  const dataDir = options.dataDir ?? join(ROOT, `.data-test-${process.pid}-${options.name}`);
  const demoPassword = randomBytes(9).toString("base64url");
  const database = await copyDatabase(options, demoPassword);
  const env = {
    ...plainEnvironment(),
    PORT: String(port),
    HALFSILVER_DATA_DIR: dataDir,
    HALFSILVER_DIST_DIR: DIST_DIR,
    HALFSILVER_DEMO_PASSWORD: demoPassword,
    DEMO_MODEL_PORT: String(modelPort),
    DEMO_MODEL_TOKEN_DELAY_MS: "10",
    DEMO_MODEL_CONTROL: "1",
    BETTER_AUTH_SECRET: AUTH_SECRET,
    LOG_LEVEL: "warn",
    ...database?.env,
    ...options.env,
  };
  let child = await start(env, options);
  const startPid = () =>
    JSON.parse(readFileSync(join(dataDir, "holder.json"), "utf8")).pid as number;
  const pidOf = (name: "server" | "demo-model" | "postgres") => {
    const file = name === "postgres" ? "postgres/cluster/postmaster.pid" : join("pids", name);
    return Number(readFileSync(join(dataDir, file), "utf8").split("\n")[0]);
  };
  return {
    url: `http://localhost:${port}`,
    modelUrl: `http://127.0.0.1:${modelPort}/v1`,
    demoPassword,
    databaseUrl: options.env?.DATABASE_URL ?? database?.env.DATABASE_URL ?? databaseUrlOf(dataDir),
    dataDir,
    async killServer() {
      for (const pid of [pidOf("server"), startPid()]) process.kill(pid, "SIGKILL");
      await child.exited;
    },
    pidOf,
    signal: (name) => process.kill(startPid(), name),
    exited: () => child.exited,
    stop: () => child.stop(),
    async startAgain(changed) {
      Object.assign(env, changed);
      child = await start(env, options);
    },
    async remove() {
      await child.stop();
      await database?.drop();
      removeDataDir(dataDir);
    },
  };
}

/** A database with the demo accounts, and what else `npm start` needs to be told with a given one. */
async function copyDatabase(
  { env, templateUrl = process.env[TEMPLATE_URL], ownPostgres }: TestStackOptions,
  demoPassword: string,
) {
  if (!templateUrl || ownPostgres || env?.DATABASE_URL) return null;
  const { url, drop } = await copyTemplate(templateUrl);
  await saveDemoAccounts(url, demoPassword, AUTH_ROW_KEY);
  return {
    drop,
    env: {
      DATABASE_URL: url,
      HALFSILVER_HOST: "127.0.0.1",
      // As `npm start` has them with a database of its own.
      DIRECTORY_BY_ROLE: "0",
      LINKS_IN_TERMINAL: "1",
    },
  };
}

/** Removes the data folders of test runs that were killed before they could clean up. */
export function removeOldStacks(): void {
  for (const name of readdirSync(ROOT)) {
    const pid = /^\.data-test-(\d+)-/.exec(name)?.[1];
    if (pid && commandOf(Number(pid)) === null) removeDataDir(join(ROOT, name));
  }
}

/** Built from PostgreSQL's port and password, which the start script stores. */
function databaseUrlOf(dataDir: string): string {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  return `postgresql://halfsilver:${password}@127.0.0.1:${port}/halfsilver`;
}

async function start(
  env: Record<string, string | undefined>,
  { name, onLine }: TestStackOptions,
): Promise<KeptChild> {
  const child = keepChild({
    name,
    command: NODE,
    args: [join(ROOT, "scripts/start/main.ts")],
    cwd: ROOT,
    env,
    graceSeconds: 60,
    ownSession: true,
  });
  const ready = new Promise<boolean>((resolve) => {
    for (const input of [child.stdout, child.stderr]) {
      if (!input) continue;
      createInterface({ input }).on("line", (line) => {
        onLine?.(line);
        if (line.includes("Halfsilver is ready")) resolve(true);
      });
    }
  });
  if (await Promise.race([ready, child.exited.then(() => false)])) return child;
  throw new Error(`The stack for the tests did not start.\n${child.lastOutput(60)}`);
}
