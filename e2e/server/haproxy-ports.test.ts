/** The configuration of docs/guides/haproxy.cfg on other ports: a port may begin like one that it has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/setup/paths.ts";
import { onPorts } from "../fixtures/cluster/haproxy.ts";

const GIVEN = readFileSync(join(ROOT, "docs/guides/haproxy.cfg"), "utf8");
const alike = fc
  .tuple(fc.constantFrom(3001, 3002, 3003), fc.nat(9))
  .map(([known, last]) => known * 10 + last);
const port = fc.oneof(alike, fc.integer({ min: 1_024, max: 65_535 }));

test("each address of it is there on its port, whichever ports are free", () => {
  const four = fc.uniqueArray(port, { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(four, ([bind = 0, one = 0, two = 0, three = 0]) => {
      const found = onPorts(GIVEN, bind, [one, two, three]).matchAll(/127\.0\.0\.1:(\d+)/g);
      const each = [one, two, three];
      expect([...found].map(([, digits]) => Number(digits))).toEqual([bind, ...each, ...each]);
    }),
  );
});
