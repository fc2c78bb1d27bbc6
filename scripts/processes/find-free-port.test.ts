import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findFreePort } from "./find-free-port.ts";

const HERE = import.meta.dirname;
/** As many as make it all but certain that some would be chosen twice. */
const EACH = 400;

test("processes that live at the same time never get the same port", async () => {
  const script = `
    const { findFreePort } = await import("${HERE}/find-free-port.ts");
    const ports = [];
    while (ports.length < ${EACH}) ports.push(await findFreePort());
    console.log(JSON.stringify(ports));
    await process.stdin.resume().toArray();`;
  const others = [0, 1].map(() => {
    const program = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    const { stdin, stdout } = program.child;
    const told = new Promise<number[]>((resolve) =>
      stdout?.once("data", (line) => resolve(JSON.parse(String(line)) as number[])),
    );
    return { told, end: () => stdin?.end(), program };
  });
  const own: number[] = [];
  while (own.length < EACH) own.push(await findFreePort());
  const all = [own, ...(await Promise.all(others.map(({ told }) => told)))].flat();
  expect(new Set(all).size).toBe(3 * EACH);
  for (const { end } of others) end();
  await Promise.all(others.map(({ program }) => program));
});
