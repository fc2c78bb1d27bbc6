/** Starts the demo model, an OpenAI-compatible server in its own process. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type KeptChild, keepChild } from "../processes/keep-child.ts";
import type { Service } from "../processes/keep-running.ts";
import { NODE } from "../setup/paths.ts";
import { pidFolder } from "./lock-data-dir.ts";
import type { StartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

const NAME = "The demo model";

/** The demo model as a service. Its base URL stays the same across restarts. */
export function demoModel(options: StartOptions): Service<string> {
  let port: string | undefined;
  let address = "";
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
      address = baseUrl;
      return baseUrl;
    },
    // Its one thread reads every message: one that it cannot get through would hold all others for good.
    async isWell(signal) {
      const response = await fetch(`${address}/models`, { signal });
      await response.arrayBuffer();
      return response.ok;
    },
  };
}

/** The demo model prints its address as one line of JSON. */
function readAddress(child: KeptChild): Promise<string> {
  return new Promise((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /^\{"listening":\s*"([^"]+)"/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}
