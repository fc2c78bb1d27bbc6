import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as text from "@/lib/messages/inspector-run.ts";
import { PANEL_IDS } from "../../../e2e/fixtures/list-routes.ts";
import { PANELS } from "./panels.ts";
import { RUN_KEYS } from "./run-keys.ts";

const ROOT = join(import.meta.dirname, "../../..");

describe("each panel of the registry", () => {
  it.each(PANELS.map(({ id }) => id))("%s has a folder of its name", (id) => {
    expect(existsSync(join(ROOT, "components/inspector", id))).toBe(true);
  });

  it.each(PANELS.map(({ route }) => route))("reads from a handler: %s", (route) => {
    expect(existsSync(join(ROOT, "app/api/admin", route, "route.ts"))).toBe(true);
  });

  it("is one that the browser tests open", () => {
    expect(PANELS.map(({ id }) => id).toSorted()).toEqual(PANEL_IDS.toSorted());
  });

  it("has a key that does nothing else on the page", () => {
    const others = RUN_KEYS.filter(([, effect]) => effect !== text.openThePanelOfThatPlace());
    const taken = others.flatMap(([keys]) => keys.filter((key) => !/^\d$/.test(key)));
    expect(taken).toContain("m");
    expect(PANELS.map(({ key }) => key).filter((key) => taken.includes(key))).toEqual([]);
  });

  it("has a name and a key of its own", () => {
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
    expect(new Set(PANELS.map(({ key }) => key)).size).toBe(PANELS.length);
  });
});
