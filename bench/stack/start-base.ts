/** Starts what every server of the bench needs: the build, a database with accounts, the demo model without delay. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { saveAccount } from "../../scripts/accounts/save-account.ts";
import { buildApp, generateSources } from "../../scripts/build/build-app.ts";
import { removeDataDir } from "../../scripts/database/postgres-place.ts";
import { findFreePort } from "../../scripts/processes/find-free-port.ts";
import type { KeptChild } from "../../scripts/processes/keep-child.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { keptRowKey } from "../../scripts/start/kept-values.ts";
import { lockDataDir } from "../../scripts/start/lock-data-dir.ts";
import { embeddedDatabase, migrateDatabase } from "../../scripts/start/prepare-database.ts";
import { demoModel } from "../../scripts/start/start-model.ts";
import { readStartOptions, type StartOptions } from "../../scripts/start/start-options.ts";
import type { Cleanups } from "./run-bench.ts";

const DIST_DIR = ".next-bench";
const ACCOUNTS = 20;

export type Base = {
  options: StartOptions;
  databaseUrl: string;
  modelUrl: string;
  accounts: readonly { email: string; password: string }[];
};

/** Uses a new data folder, which is removed at the end: a bench starts with an empty database. */
export async function startBase(
  asBuilt: boolean,
  cleanups: Cleanups,
  onProgress: (line: string) => void,
): Promise<Base> {
  const environment = {
    PORT: String(await findFreePort()),
    HALFSILVER_DATA_DIR: join(ROOT, `.data-bench-${process.pid}`),
    HALFSILVER_DIST_DIR: DIST_DIR,
  };
  const options = readStartOptions([], environment);
  process.env.DEMO_MODEL_TOKEN_DELAY_MS = "0";
  process.env.DEMO_MODEL_CONTROL = "1";
  await generateSources(options.root, onProgress);
  if (!asBuilt) await buildApp(options.root, options.distDir);
  cleanups.add(() => removeDataDir(options.dataDir));
  const release = await lockDataDir(options);
  cleanups.add(release);
  const endLater = (child: KeptChild) => cleanups.add(child.stop);
  const databaseUrl = await embeddedDatabase(options, onProgress).start(endLater);
  await migrateDatabase(databaseUrl);
  const modelUrl = await demoModel(options).start(endLater);
  onProgress(`Creating ${ACCOUNTS} accounts`);
  const accounts = await createAccounts(databaseUrl, keptRowKey(options.dataDir));
  return { options, databaseUrl, modelUrl, accounts };
}

/** The process of the database that all its other processes descend from. */
export function postmasterPid({ options }: Base): number {
  const file = join(options.dataDir, "postgres/cluster/postmaster.pid");
  return Number(readFileSync(file, "utf8").split("\n", 1)[0]);
}

async function createAccounts(databaseUrl: string, rowKey: string): Promise<Base["accounts"]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
      email: `bench-${index}@halfsilver.local`,
      password: randomBytes(9).toString("base64url"),
    }));
    for (const account of accounts) {
      const named = { ...account, name: "Bench", role: "user" } as const;
      await saveAccount(client, named, { by: "demo", rowKey });
    }
    return accounts;
  } finally {
    await client.end();
  }
}
