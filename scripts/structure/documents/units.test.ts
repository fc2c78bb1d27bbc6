/** The systemd units of the guide: both alike but for what differs, with time for an orderly end. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SHUTDOWN_GRACE_DEFAULT_MS } from "../../limits.ts";
import { ROOT } from "../../setup/paths.ts";

const DIFFERS = /^(?:#|Description=|Environment=.*HALFSILVER_INSTANCE=)/;

function linesOf(name: string): string[] {
  return readFileSync(join(ROOT, "docs/guides", name), "utf8").split("\n");
}

it("are alike but for their names, ports and comments", () => {
  const [one, many] = ["halfsilver.service", "halfsilver@.service"].map((name) =>
    linesOf(name).filter((line) => !DIFFERS.test(line)),
  );
  expect(one).toEqual(many);
  expect(one).toContain("NoNewPrivileges=yes");
});

it("name instances by their machines: two of one name would take each other's runs for their own", () => {
  const namesOf = (unit: string) =>
    linesOf(unit).flatMap((line) => /HALFSILVER_INSTANCE=(\S+)/.exec(line)?.[1] ?? []);
  expect(namesOf("halfsilver.service")).toEqual(["%l"]);
  expect(namesOf("halfsilver@.service")).toEqual(["%l-%i"]);
});

it("give an orderly end more time than the server takes", () => {
  const [line = ""] = linesOf("halfsilver.service").filter((one) => one.startsWith("TimeoutStop"));
  expect(Number(line.split("=")[1])).toBeGreaterThan(SHUTDOWN_GRACE_DEFAULT_MS / 1_000);
});
