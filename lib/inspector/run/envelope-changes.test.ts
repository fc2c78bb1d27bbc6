import { expect, it } from "vitest";
import { accessAs } from "../testing/access-as.ts";
import { listEnvelopeChanges } from "./inspect-hop.ts";

const before = {
  variables: { ORCHESTRATOR: { route: "users", plan: "p1" }, AGENT: { step: "s1" } },
};

function changesOf(after: Parameters<typeof listEnvelopeChanges>[0]["after"]) {
  return listEnvelopeChanges({ before, after, own: "AGENT", access: accessAs("full") })?.map(
    ({ change, scope, name, foreign }) => ({ change, scope, name, foreign }),
  );
}

it("takes what a writer does not pass on for less, and not for a write", () => {
  expect(changesOf({ variables: { AGENT: { step: "s1" } } })).toEqual([
    { change: "removed", scope: "ORCHESTRATOR", name: "route", foreign: false },
    { change: "removed", scope: "ORCHESTRATOR", name: "plan", foreign: false },
  ]);
});

it("takes other words in another's scope for a foreign write, and in its own for none", () => {
  const variables = { ORCHESTRATOR: { route: "general", plan: "p1" }, AGENT: { step: "s2" } };
  expect(changesOf({ variables })).toEqual(
    expect.arrayContaining([
      { change: "changed", scope: "ORCHESTRATOR", name: "route", foreign: true },
      { change: "changed", scope: "AGENT", name: "step", foreign: false },
    ]),
  );
});
