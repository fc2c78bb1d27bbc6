/** Turns of every ordinary kind, each in a conversation of its own. */
import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/access/actor.ts";
import { NO_ARTIFACTS, type RunArtifacts, type RunPorts } from "@/lib/contracts/run/run-work.ts";
import { modelControl } from "@/lib/coordinator/testing/take-turns.ts";
import { NO_TOTALS, newTurn, replacing } from "@/lib/db/testing/turn-fixtures.ts";
import { type CreateTurnResult, createTurn } from "@/lib/db/turns/create-turn.ts";
import { createRetry } from "@/lib/db/turns/replace/replace-answer.ts";
import { settings } from "@/lib/env/settings.ts";
import { executeRun } from "@/lib/runs/execute-run.ts";
import { flushRuns } from "@/lib/runs/flush-runs.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { continueTurn, decideTurn, editTurn, retryTurn } from "../send-turn.ts";
import type { Chat } from "./open-chat.ts";

export const KINDS: Record<string, (chat: Chat) => Promise<unknown>> = {
  async "plain turns"({ say }) {
    await say("hello");
    await say("what can you do?", { pasted: [[0, 4]] });
  },
  async "turns with tools"({ say }) {
    await say("calculate 17 * 23");
    await say("list the users and chart how many joined each month");
    await say("What's the weather in Paris?");
  },
  "a temporary chat": ({ say }) => say("hello", { isTemporary: true }),
  async decisions({ actor, say, end, pending }) {
    for (const decision of ["approved", "declined"] as const) {
      await say("list users");
      await say("delete the first one and calculate 17 * 23");
      const decided = await end(decideTurn(actor, { approvalId: await pending(), decision }));
      await end(retryTurn(actor, decided));
    }
    await say("list users");
    await say("delete the first one");
    await say("never mind");
  },
  async "a new version of a message"({ actor, say, end }) {
    const { conversationId, userMessageId: messageId } = await say("hello");
    await say("what can you do?");
    await end(editTurn(actor, { conversationId, messageId, ...edited("hi") }));
  },
  async "turns with files"({ actor, files: [first = "", second = ""], say, end }) {
    await say("what is in it?", { attachmentIds: [first] });
    const sent = await say("", { attachmentIds: [second] });
    const { conversationId, userMessageId: messageId } = sent;
    await end(retryTurn(actor, sent));
    await end(editTurn(actor, { conversationId, messageId, ...edited("and now?", [second]) }));
  },
  async "an answer that goes on"({ actor, say, end }) {
    const replies = [
      { text: "It is", finishReason: "length" as const },
      { text: " done." },
      { text: "Done." },
    ];
    await modelControl().queue({ scenario: "scripted", match: "cut it", replies });
    const continued = await end(continueTurn(actor, await say("cut it")));
    await end(retryTurn(actor, continued));
  },
  async "an intake and its brief"({ say }) {
    await say("I need a brief for a mobile app for dog owners");
    for (const text of ["Find lost dogs", "Dog owners", "iOS", "March"]) await say(text);
  },
  async "turns with budgets"(chat) {
    const deployment = { BUDGET_DEPLOYMENT_DAY: 1_000, BUDGET_DEPLOYMENT_MONTH: 1_000 };
    const [day, month] = [{ BUDGET_PERSON_DAY: 1_000 }, { BUDGET_PERSON_MONTH: 1_000 }];
    await withSettings({ ...deployment, ...day, ...month }, () => takeThree(chat));
    for (const budget of [day, month]) await withSettings(budget, () => chat.say("hello"));
  },
  "turns with structured memory alone": (chat) =>
    withSettings({ MEMORY_POLICY: "context-state" }, () => takeThree(chat)),
  "all that a run can leave": ({ actor }) => leaveAll(actor),
};

const edited = (text: string, attachmentIds: string[] = []) => ({
  clientMessageId: randomUUID(),
  text,
  pasted: [],
  attachmentIds,
});

async function takeThree({ actor, say, end }: Chat): Promise<void> {
  await say("hello");
  await end(retryTurn(actor, await say("what can you do?")));
}

async function withSettings<Result>(some: object, work: () => Promise<Result>): Promise<Result> {
  const before = { ...settings() };
  Object.assign(settings(), some);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(some)) Reflect.deleteProperty(settings(), name);
    Object.assign(settings(), before);
  }
}

/**
 * By work of its own: agents that are as they should be violate no policy of memory, and leave nothing in quarantine. Its question
 * is decided, and the decision is retried.
 */
async function leaveAll(actor: Actor): Promise<void> {
  const { instanceId: leaseOwner } = runRegistry();
  const id = randomUUID();
  const asking = await createTurn(actor, newTurn({ leaseOwner }));
  const { conversationId } = await work(asking, async ({ appendEvent }) => {
    appendEvent(VIOLATED);
    await flushRuns();
    appendEvent(VIOLATED);
    return leftWith(id);
  });
  const approval = { id, decision: "declined" as const };
  const deciding = await createTurn(actor, newTurn({ leaseOwner, conversationId, approval }));
  const { answerMessageId } = await work(deciding, async () => ({}));
  const retrying = await createRetry(actor, { ...replacing(answerMessageId), leaseOwner });
  await work(retrying, async () => ({}));
}

async function work(
  begun: CreateTurnResult | Awaited<ReturnType<typeof createRetry>>,
  leave: (ports: RunPorts) => Promise<Partial<RunArtifacts>>,
) {
  if (!begun.ok) throw new Error(begun.reason);
  const { turn } = begun;
  executeRun({ ...turn, userId: "userId" in turn ? turn.userId : "" }, async (ports) => {
    ports.emitText("All of it");
    const left = await leave(ports);
    return { ending: "complete", reason: null, totals: NO_TOTALS, ...NO_ARTIFACTS, ...left };
  });
  await runRegistry().runs.get(turn.runId)?.done;
  return turn;
}

const VIOLATED = {
  type: "policy.violated",
  hopRef: "h1",
  agentId: "general",
  rule: "visible-turns",
  segment: { kind: "history", agentId: "general", source: "test" },
} as never;

const leftWith = (approvalId: string) => ({
  newStates: [{ agentId: "general", version: 1, state: { turn: 1 }, bytes: 12 }],
  quarantined: [{ agentId: "general", version: 1, reason: "unreadable" }],
  contextDeltas: [
    {
      agentId: "general",
      ordinal: 1,
      hopRef: "h1",
      origin: "model" as const,
      delta: {},
      patch: [],
      beforeSha256: "",
      afterSha256: "",
    },
  ],
  approvals: [
    {
      id: approvalId,
      agentId: "general",
      question: "May I?",
      tool: "delete",
      resume: { id: "c1" },
      suspendedPlan: null,
    } as never,
  ],
  documents: [
    { id: randomUUID(), name: "brief.md", mediaType: "text/markdown", data: Buffer.from("Brief") },
  ],
  deviation: { score: 0, detail: {} },
});
