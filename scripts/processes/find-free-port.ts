/** Ports on 127.0.0.1. */
import { randomInt } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProcess } from "./find-process.ts";

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, others from 49152): one of those may be
 * taken by any connection between this choice and the server's start.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const TRIES = 100;

/** One file per port that was chosen and may not be listened to yet, with the id of the process that chose it. */
const CHOSEN = join(tmpdir(), `halfsilver-ports-${process.getuid?.() ?? "all"}`);
const chosen = new Set<string>();
process.once("exit", () => {
  for (const file of chosen) rmSync(file, { force: true });
});

/**
 * @returns a port that is free at the moment, and that no other process gets from here while this one lives
 * @throws Error when none is found
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (choose(port) && (await isPortFree(port))) return port;
  }
  throw new Error("No free port on 127.0.0.1.");
}

/** @returns whether it is this process's now */
function choose(port: number): boolean {
  const file = join(CHOSEN, String(port));
  if (isChosen(file)) return false;
  try {
    mkdirSync(CHOSEN, { recursive: true });
    rmSync(file, { force: true });
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    // Where nothing can be written, chance alone divides the ports.
    return (error as NodeJS.ErrnoException).code !== "EEXIST";
  }
  chosen.add(file);
  return true;
}

function isChosen(file: string): boolean {
  try {
    return isProcess(Number(readFileSync(file, "utf8")));
  } catch {
    return false;
  }
}

/** Whether a server could listen on `port` of `host` at the moment. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
