import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOT } from "../setup/paths.ts";
import { SOURCES } from "./build-app.ts";

it("is stale when a file changes that Next reads by its name", () => {
  const named =
    /^(?:instrumentation|proxy|middleware|next\.config|postcss\.config|tsconfig)\b.*\.(?:m?[jt]s|json)$/;
  const read = readdirSync(ROOT).filter((name) => named.test(name));
  expect(read).toContain("instrumentation.ts");
  expect(SOURCES).toEqual(expect.arrayContaining(read));
});
