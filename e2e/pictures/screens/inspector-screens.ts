/** What operators see: every page of the inspector, and every panel of several runs. */
import type { Page } from "@playwright/test";
import { PANEL_IDS } from "../../fixtures/list-routes.ts";
import type { World } from "../world.ts";
import { openWith, type Screen } from "./screen.ts";

/** The example of the wire format's documentation. */
const STATE =
  "eyJ2ZXJzaW9uIjoxLCJub2RlSWQiOiJwbGFubmVyIiwicnVuSWQiOiJydW4tMTIzIiwidmFyaWFibGVzIjp7IkFHRU5UIjp7Im9iamVjdGl2ZSI6IkZpbmQgYSBQQ1Agd2l0aGluIDEwIG1pbGVzIn19fQ";

/** All of what was done before the pictures. */
const untilThen = ({ at }: World) => `from=2020-01-01T00:00:00.000Z&to=${at}`;

const admin = (name: string, path: Screen["path"], rest: Partial<Screen> = {}): Screen => ({
  name: `admin-${name}`,
  as: "admin",
  path,
  ...rest,
});

const run = (name: string, panel: string, rest: Partial<Screen> = {}): Screen => ({
  name: `run-${name}-${panel.replaceAll(/\W+/g, "-")}`,
  as: "admin",
  path: ({ runs }) => `/admin/runs/${runs[name]}?panel=${panel}`,
  shows: (page) => page.getByRole("tablist"),
  ...rest,
});

const press = (page: Page, name: string | RegExp, opened: string) =>
  openWith(() => page.getByRole("button", { name }).first().click(), page.locator(opened).first());

export const INSPECTOR_SCREENS: Screen[] = [
  admin("overview", "/admin?range=30d"),
  admin("runs", (world) => `/admin/runs?${untilThen(world)}`),
  admin("runs-filtered", (world) => `/admin/runs?${untilThen(world)}&feedback=down`),
  admin("runs-none", (world) => `/admin/runs?${untilThen(world)}&q=nobody-ever-said-this`),
  admin("deviation", "/admin/deviation?range=all"),
  admin("compare-empty", "/admin/compare"),
  admin("compare-one", ({ runs }) => `/admin/compare?a=${runs.first}`),
  admin("compare", ({ runs }) => `/admin/compare?a=${runs.first}&b=${runs.second}`),
  admin("models", "/admin/models"),
  admin("tools", "/admin/tools"),
  admin("system", "/admin/system"),
  admin("spending", "/admin/spending"),
  admin("audit", (world) => `/admin/audit?${untilThen(world)}`),
  admin("decode", "/admin/decode"),
  admin("decoded", "/admin/decode", {
    act: (page) =>
      openWith(
        async () => {
          const lines = `x-node-id: planner\nx-agent-ref: run-123\nx-agent-state: ${STATE}`;
          await page.getByRole("textbox").fill(lines);
          await page.getByRole("button", { name: "Decode", exact: true }).click();
        },
        page.getByRole("region", { name: "Result" }),
      ),
  }),
  admin("erasure", "/admin/erasure"),
  admin("erasure-weighed", ({ pages }) => {
    const id = (pages.fibonacci ?? "").slice("/c/".length);
    return `/admin/erasure?conversation=${id}`;
  }),
  admin("not-found", "/admin/runs/00000000-0000-4000-8000-000000000000"),

  ...["conversation", ...PANEL_IDS].map((panel) => run("chart", panel)),
  ...["graph&as=table", "timeline&event=12"].map((panel) => run("chart", panel)),
  ...["events", "timeline", "graph", "plan"].map((panel) => run("odd", panel)),
  ...["states", "context"].map((panel) => run("brief", panel)),
  ...["failing", "declined"].map((name) => run(name, "plan")),
  run("ends", "events"),
  run("versions", "conversation", {
    name: "run-versions-tree",
    act: (page) =>
      openWith(
        () => page.getByRole("button", { name: /^Versions: / }).click(),
        page.getByRole("list", { name: "All versions of this conversation" }),
      ),
  }),
  run("masked", "plan"),
  ...["events", "model-calls", "states"].map((panel) =>
    run("fibonacci", panel, { name: `auditor-run-${panel}`, as: "auditor" }),
  ),
  run("masked", "plan", { name: "auditor-run-not-given", as: "auditor" }),
  run("fibonacci", "plan", {
    name: "auditor-reveal",
    as: "auditor",
    act: (page) => press(page, "Reveal…", "[role=dialog]"),
  }),
  run("chart", "events", {
    name: "run-keys",
    act: (page) => openWith(() => page.keyboard.press("?"), page.getByRole("dialog")),
  }),
  run("chart", "events", {
    name: "run-reviews",
    act: (page) => press(page, "Give for review", "[role=dialog]"),
  }),
  run("chart", "events", {
    name: "run-search",
    async act(page) {
      const field = page.getByRole("combobox", { name: "Search in this run" });
      const found = page.getByRole("listbox", { name: "Events found" }).getByRole("option");
      await openWith(() => field.fill("chart"), found.first());
    },
  }),
];
