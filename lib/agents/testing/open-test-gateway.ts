/** A gateway for tests without a coordinator: it lets every call leave, and records it. */
import "server-only";
import { openGateway } from "../loop/open-gateway.ts";
import type { Hops } from "../record-hops.ts";

type Record = Parameters<typeof openGateway>[0]["appendEvent"];

export function openTestGateway(hops: Hops, appendEvent: Record) {
  return openGateway({
    hops,
    appendEvent,
    decide: () => ({ outcome: "allow", policies: [], reason: "a test" }),
    hasAnalytics: false,
  });
}
