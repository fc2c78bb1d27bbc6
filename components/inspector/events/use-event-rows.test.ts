import { expect, it } from "vitest";
import type { InspectedEvent } from "@/lib/contracts/inspector/events/inspected-event.ts";
import type { SpanTree } from "../run/span-tree.ts";
import { countRows } from "./use-event-rows.ts";

const hops = new Map([["h1", {}]]) as unknown as SpanTree["hops"];
const event = (body: object) => ({ body }) as unknown as InspectedEvent;
const ofHop = (hopRef: string) => event({ type: "model.called", hopRef });
const ofRun = event({ type: "answer.delta" });

it("counts the events read beyond those that the trace knows", () => {
  expect(countRows(7, [], { hops })).toBe(7);
  expect(countRows(7, [ofRun, ofHop("h1")], { hops })).toBe(9);
});

it("lets events of a hop wait until its place in the tree is known", () => {
  expect(countRows(7, [ofRun, ofHop("h2"), ofRun], { hops })).toBe(8);
});
