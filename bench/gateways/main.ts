/**
 * `npm run bench:gateways`: twenty turns through each of three programs of others that stand between a product and its model, as
 * they come from the registry. They are installed in a folder of their own, which is removed at the end. No figure of time:
 * whether each turn ends well, and what the answers say.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "../../scripts/processes/find-free-port.ts";
import { keepChild } from "../../scripts/processes/keep-child.ts";
import { openPerson } from "../hostile/person.ts";
import { type Cleanups, runBench } from "../stack/run-bench.ts";
import { type Base, startBase } from "../stack/start-base.ts";
import { startProduct } from "../stack/start-product.ts";
import { untilAnswers } from "../stack/until-answers.ts";

type Gateway = {
  name: string;
  packageName: string;
  /** Its program in the package's folder of programs. */
  program: string;
  args(port: number, modelUrl: string): string[];
  /** Answers with status 200 once it is up. */
  ready: string;
  /** What its connection says beside its address. */
  connection?(modelUrl: string): object;
};

const GATEWAYS: readonly Gateway[] = [
  {
    name: "Portkey",
    packageName: "@portkey-ai/gateway",
    program: "gateway",
    args: (port) => [`--port=${port}`, "--headless"],
    ready: "/",
    connection: (modelUrl) => ({
      headers: { "x-portkey-provider": "openai", "x-portkey-custom-host": modelUrl },
    }),
  },
  {
    name: "aimock",
    packageName: "@copilotkit/aimock",
    program: "llmock",
    args: (port, modelUrl) => [
      ...["--port", String(port), "--proxy-only", "--log-level", "silent"],
      ...["--provider-openai", new URL(modelUrl).origin],
    ],
    ready: "/health",
  },
  {
    name: "mock-llm",
    packageName: "@dwmkerr/mock-llm",
    program: "mock-llm",
    args: () => [],
    ready: "/health",
  },
];

const QUESTIONS = [
  "What is 17 * 23?",
  "And times two?",
  "What is fibonacci(30)?",
  "List the users",
  "How many joined each month?",
  "Chart that",
  "Search the web for glass bridges",
  "I need a brief for a mobile app",
  "To sell harbour tickets",
  "Hello",
] as const;
const TURNS = 20;

const onProgress = (line: string) => console.log(`${line} …`);

async function main(cleanups: Cleanups): Promise<void> {
  const base = await startBase(process.argv.includes("--as-built"), cleanups, onProgress);
  const folder = await mkdtemp(join(tmpdir(), "gateways-"));
  cleanups.add(() => rm(folder, { recursive: true, force: true }));
  onProgress("Installing the gateways");
  const names = GATEWAYS.map(({ packageName }) => packageName);
  await writeFile(join(folder, "package.json"), "{}");
  // One of them wants a folder of recordings, also where it only passes on.
  await mkdir(join(folder, "fixtures"));
  const install = ["install", "--no-audit", "--no-fund", ...names];
  await promisify(execFile)("npm", install, { cwd: folder });
  let failed = 0;
  for (const gateway of GATEWAYS) failed += await goThrough(gateway, folder, base, cleanups);
  if (failed > 0) throw new Error(`${failed} turns did not end well.`);
}

/** @returns how many turns did not end well */
async function goThrough(
  gateway: Gateway,
  folder: string,
  base: Base,
  cleanups: Cleanups,
): Promise<number> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const child = keepChild({
    name: gateway.name,
    command: process.execPath,
    args: [
      join(folder, "node_modules/.bin", gateway.program),
      ...gateway.args(port, base.modelUrl),
    ],
    cwd: folder,
    env: { PORT: String(port), HOST: "127.0.0.1" },
  });
  cleanups.add(child.stop);
  await untilAnswers(`${address}${gateway.ready}`, child);
  const file = join(folder, `${gateway.program}.json`);
  const connection = {
    ...gateway.connection?.(base.modelUrl),
    baseUrl: `${address}/v1`,
    model: "demo",
    keyName: "GATEWAY_KEY",
  };
  await writeFile(
    file,
    JSON.stringify({ connections: { gateway: connection }, default: "gateway" }),
  );
  const product = await startProduct(base, {}, { MODELS_FILE: file, GATEWAY_KEY: "demo" });
  cleanups.add(product.stop);
  // An account for each: all turns of one are more than a person may send in a minute.
  const cookie = (await product.signInAll())[GATEWAYS.indexOf(gateway)] ?? "";
  const reasons: string[] = [];
  const person = openPerson(product, cookie);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const said = QUESTIONS[turn % QUESTIONS.length] ?? "";
    await person.takeTurn(said).catch((error: Error) => reasons.push(`${said}: ${error.message}`));
  }
  console.log(`${gateway.name}: ${TURNS - reasons.length} of ${TURNS} turns ended well`);
  for (const reason of reasons) console.log(`  ${reason}`);
  await product.stop();
  await child.stop();
  return reasons.length;
}

runBench(main);
