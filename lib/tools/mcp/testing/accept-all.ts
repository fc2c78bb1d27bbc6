/** What a hub needs of others, for tests: every tool is accepted. */
import type { HubOptions } from "../mcp-hub.ts";

export const ACCEPT_ALL: Pick<HubOptions, "ports" | "ours" | "onUnavailable" | "onAsked"> = {
  ports: {
    accept: async (listed) =>
      new Map(listed.map(({ name }) => [name, { isAccepted: true, writes: null }])),
    labels: async () => new Map(),
  },
  ours: [],
  onUnavailable() {},
  onAsked() {},
};
