/**
 * A fourth agent in its own folder, registered by one line (testing/fourth-agent/registered-agents.ts). It is planned,
 * answers and remembers. Operators see its masked state, its rebuilt prompts, its decoded state, and its hop in
 * graph and timeline.
 */

import { describe, expect, it } from "vitest";
import { nameOfNode } from "../../../components/inspector/graph/hops/describe-node.ts";
import { readHops } from "../../../components/inspector/graph/hops/read-hops.ts";
import { WHOLE_VIEW } from "../../../components/inspector/graph/layout/aggregate-hops.ts";
import { layOutGraph } from "../../../components/inspector/graph/layout/lay-out-graph.ts";
import { spanTree, visibleRows } from "../../../components/inspector/run/span-tree.ts";
import { barOn, wholeAxis } from "../../../components/inspector/timeline/time-axis.ts";
import { createRegistry } from "../../agents/create-registry.ts";
import { unmark } from "../../agents/testing/unmark.ts";
import { RunStates } from "../../contracts/inspector/run/state-inspection.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { checkContextChain } from "../../inspector/context/check-context-chain.ts";
import { inspectSteps } from "../../inspector/context/inspect-steps.ts";
import { inspectTimelines } from "../../inspector/context/inspect-timelines.ts";
import { inspectCall } from "../../inspector/model-calls/inspect-call.ts";
import { inspectCalls } from "../../inspector/model-calls/inspect-calls.ts";
import { inspectStates } from "../../inspector/states/inspect-states.ts";
import { readFreely } from "../../inspector/testing/read-freely.ts";
import { inspectTrace } from "../../inspector/timeline/inspect-trace.ts";
import { datedPrompt } from "../../prompt/dated-prompt.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { loadAgents } from "../load-agents.ts";
import { planningPrompt } from "../plan/ask-for-plan.ts";
import { registeredPrompts } from "../prompt-registry.ts";
import * as registered from "../testing/fourth-agent/registered-agents.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

provideUms();
readFreely();

const registry = createRegistry(Object.values(registered));
const ID = "glossarist";
const FIRST = "Note the term parallax";
const SECOND = "Note the term dichroic too";

async function twoTurns() {
  const talk = await newTalk(registry);
  const first = await talk.say(FIRST);
  const second = await talk.say(SECOND);
  return { talk, first, second };
}

describe("a fourth agent", () => {
  it("appears in the planning prompt and in the plan, and answers", async () => {
    const { agents } = await loadAgents(registry);
    expect(planningPrompt(agents)).toContain(
      "- glossarist: Keeper of terms. Collects the special terms of a conversation and says which ones it knows. Memory: context-state. Tools: none.\n  Examples: Note the term parallax | Which terms do you know?",
    );
    const words = "I know parallax and dichroic.";
    await modelControl().script(SECOND, [{ text: words }]);
    const { first, second } = await twoTurns();
    for (const turn of [first, second]) {
      expect(turn.of("route.chosen")).toMatchObject([{ agentId: ID }]);
      expect(turn.of("plan.made")).toMatchObject([{ plan: { source: "model" } }]);
      expect(turn.result).toMatchObject({ ending: "complete", totals: { agentId: ID } });
      expect(turn.answer.trim()).not.toBe("");
      expect(turn.of("deviation.scored")).toMatchObject([{ score: 0 }]);
    }
    expect(second.answer).toBe(words);
    // In the second turn it is the active agent, so it starts in parallel with the planning call.
    expect(second.of("route.chosen")).toMatchObject([{ likely: ID, speculation: "used" }]);
  });

  it("remembers what it noted, under its own policy", async () => {
    const { second } = await twoTurns();
    const own = second.prompts.find(({ by }) => by === "other");
    expect(own?.messages.map(unmark).map(({ content }) => content)).toEqual([
      datedPrompt("You collect terms. Say in a sentence which ones you know.", second.runId),
      "## Known terms\n- parallax\n- dichroic",
      SECOND,
    ]);
    const manifests = second.of("model.called").map(({ manifest }) => manifest);
    expect(manifests.find(({ agentId }) => agentId === ID)?.memoryPolicy).toBe("context-state");
    expect(second.result.newStates.find(({ agentId }) => agentId === ID)).toMatchObject({
      version: 2,
      state: { schema: "glossarist@1", context_state: { terms: ["parallax", "dichroic"] } },
    });
  });

  it("has its prompts rebuilt and verified by digest", async () => {
    const { second } = await twoTurns();
    const admin = await createPerson("admin");
    const prompts = await registeredPrompts(registry);
    const { calls } = await inspectCalls(admin, second.runId, { after: 0 }, prompts);
    const whole = await Promise.all(
      calls.map(({ seq }) => inspectCall(admin, second.runId, seq, prompts)),
    );
    const segments = whole.flatMap((call) => call.segments);
    const own = segments.filter(({ agentId }) => agentId === ID);
    expect(own.map(({ kind, rebuilt }) => [kind, rebuilt])).toEqual([
      ["system-prompt", "exact"],
      ["context-state", "exact"],
      ["current-input", "exact"],
    ]);
    expect(segments.every(({ rebuilt }) => rebuilt === "exact")).toBe(true);
  });

  it("has its state decoded by its own schema for an operator, and masked for a reviewer", async () => {
    const { talk, second } = await twoTurns();
    const at = [talk.conversationId(), second.runId] as const;
    const admin = await createPerson("admin");
    const shown = RunStates.parse(await inspectStates(admin, ...at, registry));
    const own = shown.agents.find(({ agentId }) => agentId === ID);
    expect(own).toMatchObject({
      name: "Keeper of terms",
      memory: "context-state",
      before: { readable: true, schema: "glossarist@1", findings: [] },
      after: { readable: true, schema: "glossarist@1", findings: [] },
      sizes: [{ seedBytes: 100 }, { seedBytes: 100 }],
    });
    expect(JSON.stringify(own)).toContain("dichroic");
    const auditor = await createPerson("auditor");
    const masked = RunStates.parse(await inspectStates(auditor, ...at, registry));
    const hidden = masked.agents.find(({ agentId }) => agentId === ID);
    expect(hidden).toMatchObject({ memory: "context-state", after: { readable: true } });
    expect(JSON.stringify(hidden)).not.toMatch(/dichroic|parallax/);
  });

  it("has its changes replayed by its own schema", async () => {
    const { talk } = await twoTurns();
    const admin = await createPerson("admin");
    const conversationId = talk.conversationId();
    const { agents } = await inspectTimelines(admin, conversationId, null, registry);
    expect(agents.find(({ agentId }) => agentId === ID)).toMatchObject({
      schema: "glossarist@1",
      deltaCount: 2,
    });
    expect(await checkContextChain(admin, conversationId, ID, null, registry)).toMatchObject({
      replayed: 2,
      matching: 2,
      findings: [],
      storedFindings: [],
      storedIsLast: true,
    });
    const block = await inspectSteps(admin, conversationId, ID, 2, null, registry);
    expect(JSON.stringify(block)).toContain("dichroic");
  });

  async function traceOfFirstTurn() {
    const { first } = await twoTurns();
    const trace = await inspectTrace(await createPerson("admin"), first.runId, null);
    if (!trace) throw new Error("there is no trace");
    return trace;
  }

  it("is drawn in the graph as a hop of its own, to the right of the coordinator", async () => {
    const hops = readHops((await traceOfFirstTurn()).spans);
    const { nodes, bounds } = layOutGraph(hops, WHOLE_VIEW);
    const drawn = nodes.map((node) => ({ ...node, hop: hops[node.hops[0] ?? -1] }));
    const own = drawn.filter(({ hop }) => hop?.name === ID);
    expect(own).toMatchObject([{ hops: [expect.any(Number)], hop: { kind: "agent" }, level: 2 }]);
    const [node] = own;
    const above = drawn[node?.parent ?? -1];
    if (!node?.hop || !above) throw new Error("it hangs below no node");
    expect(nameOfNode(node, node.hop)).toBe(ID);
    expect(above.hop).toMatchObject({ kind: "coordinator" });
    expect(node.x).toBeGreaterThan(above.x);
    expect(node.x).toBeLessThan(bounds.x + bounds.width);
  });

  it("is drawn in the timeline as a bar in a row of its own, below the coordinator", async () => {
    const { spans, run } = await traceOfFirstTurn();
    const tree = spanTree(spans);
    const rows = visibleRows(tree, new Set()).map((index) => tree.spans[index]);
    const own = rows.filter((span) => span?.name === ID && span.kind === "agent");
    expect(own).toHaveLength(1);
    const [span] = own;
    if (!span) throw new Error("it has no row");
    expect(tree.spans[span.parent]).toMatchObject({ kind: "coordinator" });
    expect(rows.indexOf(span)).toBeGreaterThan(rows.indexOf(tree.spans[span.parent]));
    const bar = barOn(wholeAxis(tree.spans, run), span);
    expect(bar?.width).toBeGreaterThan(0);
    expect((bar?.left ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(100);
  });

  it("is unknown to the product's own registry, whose decoders refuse its state", async () => {
    const { talk, second } = await twoTurns();
    const admin = await createPerson("admin");
    const shown = await inspectStates(admin, talk.conversationId(), second.runId);
    const own = shown.agents.find(({ agentId }) => agentId === ID);
    expect(own).toMatchObject({
      memory: "undeclared",
      after: { readable: false, findings: ['no state is declared for agent "glossarist"'] },
    });
  });
});
