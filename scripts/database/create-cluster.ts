/** Creates a PostgreSQL cluster with one database, `halfsilver`. */
import { execFile } from "node:child_process";
import { chownSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import type { SystemAccount } from "./postgres-account.ts";
import type { Programs } from "./postgres-place.ts";

export type ClusterPlan = {
  programs: Programs;
  account: SystemAccount | null;
  /** The folder to create. Its parent must belong to the account. */
  cluster: string;
  user: string;
  password: string;
};

/**
 * Creates the cluster in a temporary folder and renames it when it is complete, so that a kill never leaves a partial
 * cluster in place. The collation sorts by code point on every platform.
 */
export async function createCluster(plan: ClusterPlan): Promise<void> {
  const partial = `${plan.cluster}.partial`;
  const passwordFile = `${plan.cluster}.password`;
  rmSync(partial, { recursive: true, force: true });
  rmSync(plan.cluster, { recursive: true, force: true });
  writeFileSync(passwordFile, `${plan.password}\n`, { mode: 0o600 });
  if (plan.account) chownSync(passwordFile, plan.account.uid, plan.account.gid);
  const args = [
    ...["-D", partial, "-U", plan.user, "-E", "UTF8", "--no-sync", "--no-instructions"],
    ...["--auth=scram-sha-256", `--pwfile=${passwordFile}`],
    ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  ];
  await runAs(plan, plan.programs.initdb, args, "");
  rmSync(passwordFile);
  const database = "CREATE DATABASE halfsilver;\n";
  await runAs(plan, plan.programs.postgres, ["--single", "-D", partial, "postgres"], database);
  renameSync(partial, plan.cluster);
}

async function runAs(
  plan: ClusterPlan,
  file: string,
  args: string[],
  input: string,
): Promise<void> {
  const running = promisify(execFile)(file, args, { cwd: "/", ...plan.account });
  running.child.stdin?.end(input);
  await running.catch((error: { stderr?: string; message: string }) => {
    const reason = error.stderr?.trim() || error.message;
    throw new Error(`The database could not be created.\n${reason}`, { cause: error });
  });
}
