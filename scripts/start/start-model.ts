/** The demo model: a process of its own that answers like any OpenAI-compatible server. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import type { Service } from "../processes/keep-running.ts";
import { NODE } from "../setup/paths.ts";
import { pidFolder } from "./hold-data-dir.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

const NAME = "The demo model";

/** It gives its base URL, which stays the same when it is started again. */
export function demoModel(options: StartOptions): Service<string> {
  let port: string | undefined;
  return {
    name: NAME,
    async start(own) {
      const child = keepChild({
        name: NAME,
        command: NODE,
        args: [join(options.root, "lib/demo-model/main.ts")],
        cwd: options.root,
        ...(port ? { env: { DEMO_MODEL_PORT: port } } : {}),
        pidFile: join(pidFolder(options.dataDir), "demo-model"),
        graceSeconds: 3,
        ownSession: true,
      });
      own(child);
      const baseUrl = await Promise.race([readAddress(child), child.exited.then(() => null)]);
      if (baseUrl === null)
        throw new StartProblem(`The demo model did not start.\n${child.lastOutput()}`);
      port = new URL(baseUrl).port;
      return baseUrl;
    },
  };
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
