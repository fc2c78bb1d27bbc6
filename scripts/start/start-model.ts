/** The demo model: a process of its own that answers like any OpenAI-compatible server. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import { NODE } from "../setup/paths.ts";
import { pidFolder } from "./hold-data-dir.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

export type RunningModel = { child: KeptChild; baseUrl: string };

/** @throws StartProblem with its last lines when it does not come up */
export async function startModel(options: StartOptions): Promise<RunningModel> {
  const child = keepChild({
    name: "The demo model",
    command: NODE,
    args: [join(options.root, "lib/demo-model/main.ts")],
    cwd: options.root,
    pidFile: join(pidFolder(options.dataDir), "demo-model"),
    graceSeconds: 3,
    ownSession: true,
  });
  const baseUrl = await Promise.race([readAddress(child), child.exited.then(() => null)]);
  if (baseUrl === null)
    throw new StartProblem(`The demo model did not start.\n${child.lastOutput()}`);
  return { child, baseUrl };
}

/** It says where it listens in one line of JSON. */
function readAddress(child: KeptChild): Promise<string> {
  return new Promise((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /^\{"listening":\s*"([^"]+)"/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}
