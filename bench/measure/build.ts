/** A build from nothing, beside one of the same Next with one page and one route. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildApp } from "../../scripts/build/build-app.ts";
import { runTool } from "../../scripts/build/run-tool.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { ratioFigure } from "../report.ts";
import { timeOf } from "./machine/measure-undisturbed.ts";
import { median } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

const DIST_DIR = ".next-measured";
const PACKAGES = ["next", "react", "react-dom"];

export const measureBuild: BenchStage = async ({ quick, onProgress }) => {
  const rounds = quick ? 1 : 3;
  const control = await installControl();
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      onProgress(`  build ${round} of ${rounds}`);
      ours.push(await buildOurs());
      bare.push(await buildBare(control));
    }
  } finally {
    rmSync(control, { recursive: true, force: true });
    rmSync(join(ROOT, DIST_DIR), { recursive: true, force: true });
  }
  return [
    ratioFigure({
      id: "build",
      name: "Build from nothing",
      ours: median(ours),
      control: median(bare),
      controlName: "one page and one route",
      atMost: 2.5,
      unit: "ms",
      note: `median of ${rounds} in turn, each without a cache`,
      raw: { rounds: { ours, bare } },
    }),
  ];
};

/** In a temporary folder: within the project, Next would also read the project's lock file and instrumentation. */
async function installControl(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "halfsilver-one-page-"));
  cpSync(join(ROOT, "bench/controls/one-page"), folder, { recursive: true });
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)]));
  const about = { name: "one-page", private: true, dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  const args = ["install", "--no-audit", "--no-fund", "--prefer-offline"];
  await promisify(execFile)("npm", args, { cwd: folder });
  return folder;
}

function versionOf(name: string): string {
  const file = join(ROOT, "node_modules", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}

function buildOurs(): Promise<number> {
  rmSync(join(ROOT, DIST_DIR), { recursive: true, force: true });
  return timeOf(() => buildApp(ROOT, DIST_DIR));
}

function buildBare(folder: string): Promise<number> {
  rmSync(join(folder, ".next"), { recursive: true, force: true });
  const program = join(folder, "node_modules/next/dist/bin/next");
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  return timeOf(() => runTool("The control's build", program, ["build", folder], env));
}
