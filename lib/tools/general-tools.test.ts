import { expect, it, vi } from "vitest";
import { forgetSettings } from "../env/settings.ts";
import { OWN_TOOL_NAMES, REGISTRY } from "./general-tools.ts";

it("each tool stands in the registry by the name that the model calls it by", () => {
  vi.stubEnv("WEB_SEARCH_PROVIDER", "local");
  forgetSettings();
  // Opening reads no document.
  const ports = { documents: {} as never };
  const opened = Object.values(REGISTRY).map((open) => open(ports)?.name);
  expect(opened).toEqual(OWN_TOOL_NAMES);
});
