/** Installs a package of the system where that is possible: as root, with apt. */
import { spawnSync } from "node:child_process";

const APT = "apt-get";

/** @returns whether apt ran; whether the package is there now is for the caller to see */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !runs([APT, "--version"])) return false;
  runs([APT, "update", "-qq"]);
  return runs([APT, "install", "-y", "-qq", "--no-install-recommends", name]);
}

function runs([command = "", ...args]: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "ignore", env }).status === 0;
}
