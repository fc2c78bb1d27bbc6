/** Polls a server until its first answer with status 200, often enough to time its start. */
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { KeptChild } from "../../scripts/processes/keep-child.ts";

const POLL_MS = 5;
const TIMEOUT_MS = 120_000;

export async function untilAnswers(url: string, child: KeptChild): Promise<void> {
  let ended = false;
  void child.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + TIMEOUT_MS;
  while (!ended && Date.now() < deadline) {
    if ((await statusOf(url)) === 200) return;
    await delay(POLL_MS);
  }
  throw new Error(`${child.name} did not answer.\n${child.lastOutput()}`);
}

function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? null));
      response.once("error", () => resolve(null));
    });
    asked.once("error", () => resolve(null));
  });
}
