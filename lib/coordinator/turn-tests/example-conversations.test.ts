/** The example conversations end to end: which agent answered, what ran, and the score of the plan. */
import { describe, expect, it } from "vitest";
import { CONCIERGE_CONTEXT } from "../../agents/concierge/concierge-context.ts";
import { replayDeltas } from "../../context-state/replay-deltas.ts";
import { db } from "../../db/client.ts";
import { seedPeople } from "../../db/ums/seed-directory.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl, newTalk, type TakenTurn } from "../testing/take-turns.ts";

process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();
const [firstPerson] = seedPeople();
if (!firstPerson) throw new Error("there are no seed people");

async function converse(messages: readonly string[]) {
  const talk = await newTalk();
  const turns: TakenTurn[] = [];
  for (const message of messages) turns.push(await talk.say(message));
  return { talk, turns };
}

const agents = (turns: readonly TakenTurn[]) =>
  turns.flatMap((turn) => turn.of("route.chosen").map(({ agentId }) => agentId));
const scores = (turns: readonly TakenTurn[]) =>
  turns.flatMap((turn) => turn.of("deviation.scored").map(({ score }) => score));
const zeros = (turns: readonly TakenTurn[]) => turns.map(() => 0);

describe("the example conversations run as planned", () => {
  it("fibonacci twice", async () => {
    const { turns } = await converse(["calculate fibonacci(10)", "now the same for 20"]);
    expect(agents(turns)).toEqual(["general", "general"]);
    expect(turns.map(({ answer }) => answer)).toEqual([
      expect.stringContaining("55"),
      expect.stringContaining("6765"),
    ]);
    expect(scores(turns)).toEqual(zeros(turns));
  });

  it("list users, then delete the first", async () => {
    const { turns } = await converse(["list users", "delete the first one"]);
    expect(agents(turns)).toEqual(["users", "users"]);
    expect(turns[1]?.answer).toContain(firstPerson.name);
    expect(scores(turns)).toEqual(zeros(turns));
    // The claims of the service's agent are recorded and agree with what ran.
    const [claimed] = turns[0]?.of("execution.claimed") ?? [];
    const list = { tool_invoked: "list_people@1.0.0", status: "ok" };
    expect(claimed).toMatchObject({ agentId: "users", claims: { version: 1, runs: [list] } });
    expect(turns[0]?.result.deviation?.detail).toMatchObject({ claims: [] });
  });

  it("users, then weather, then users", async () => {
    const { talk, turns } = await converse([
      "list users",
      "What's the weather in Paris?",
      "and delete the second one",
    ]);
    expect(agents(turns)).toEqual(["users", "general", "users"]);
    expect(turns[1]?.of("tool.called")[0]?.tool).toMatch(/^web_search@/);
    expect(scores(turns)).toEqual(zeros(turns));
    const rows = await db().hiddenState.findMany({
      where: { conversationId: talk.conversationId(), quarantinedAt: null },
      distinct: ["agentId"],
      orderBy: [{ agentId: "asc" }, { version: "desc" }],
    });
    expect(rows.map(({ agentId, state }) => [agentId, Object.keys(state as object)])).toEqual(
      [
        ["coordinator", ["context_state", "schema"]],
        ["general", ["is_gpa", "gpa_messages"].toSorted()],
        ["users", ["ums_conversation_id"]],
      ].map(([agentId, keys]) => [agentId, expect.arrayContaining(keys as string[])]),
    );
  });

  it("an intake over four answers, and its brief", async () => {
    const { turns } = await converse([
      "I need a brief for a mobile app for dog owners",
      "Help people find lost dogs in their neighbourhood",
      "It is for dog owners in big cities who have little time.",
      "It must use React Native and run on iOS and Android",
      "By the end of March 2027 at the latest, with a budget of 20,000 euros",
    ]);
    expect(new Set(agents(turns))).toEqual(new Set(["concierge"]));
    expect(turns.map(({ answer }) => answer.match(/[^.?!]*\?$/)?.[0]?.trim() ?? null)).toEqual([
      "What should the project achieve?",
      "Who is it for?",
      "Where should it run?",
      "By when is it needed?",
      null,
    ]);
    const documents = await db().attachment.findMany({
      where: { message: { runAnswered: { id: turns.at(-1)?.runId ?? "" } } },
    });
    expect(documents).toMatchObject([{ name: "project-brief.md", mediaType: "text/markdown" }]);
    const brief = Buffer.from(documents[0]?.data ?? []).toString();
    expect(brief).toContain("# Project brief: mobile app for dog owners");
    expect(brief).toContain("React Native");
    expect(scores(turns)).toEqual(zeros(turns));
  });

  it("a second brief starts over by a recorded delta; the first one stays", async () => {
    const answers = ["Sell more bread", "Bakers", "The web", "In May"];
    const { talk, turns } = await converse([
      "I need a brief for a mobile app",
      ...["Find lost dogs", "Dog owners", "iOS", "March"],
      "I need a brief for a website for bakers",
      ...answers,
    ]);
    const where = { conversationId: talk.conversationId() };
    const documents = await db().attachment.findMany({ where, orderBy: { createdAt: "asc" } });
    const texts = documents.map(({ data }) => Buffer.from(data).toString());
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain("Find lost dogs");
    expect(texts[1]).toContain("Sell more bread");
    expect(texts[1]).not.toMatch(/dogs|March/);
    const deltas = await db().contextDelta.findMany({
      where: { ...where, agentId: "concierge" },
      orderBy: { ordinal: "asc" },
    });
    expect(deltas.filter(({ delta }) => JSON.stringify(delta).includes("begin_anew"))).toHaveLength(
      1,
    );
    const replayed = replayDeltas(CONCIERGE_CONTEXT.empty, deltas, { schema: CONCIERGE_CONTEXT });
    expect(replayed).toMatchObject({ ok: true, state: { answers: { goal: "Sell more bread" } } });
    expect(scores(turns)).toEqual(zeros(turns));
  });

  it("two agents in order, and one answer composed of both", async () => {
    const { turns } = await converse(["list the users and chart how many joined each month"]);
    const [turn] = turns;
    const ran = turn?.of("execution.recorded").filter(({ execution }) => execution.type !== "tool");
    expect(ran?.map(({ execution }) => execution.target)).toEqual(["users", "general", "compose"]);
    expect(turn?.answer).toContain(firstPerson.name);
    expect(scores(turns)).toEqual([0]);
    // The chart shows the figures, so the text does not repeat them.
    expect(turn?.answer.match(/2025-05/g)).toHaveLength(1);
    const composing = turn?.prompts.at(-1)?.messages.map(({ role }) => role);
    expect(composing).toEqual(["system", "user", "user", "user"]);
  });
});

describe("an agent with two steps in one turn", () => {
  it("continues from the state of its first step, and both states are stored", async () => {
    const talk = await newTalk();
    await talk.say("hello");
    const turn = await talk.say("calculate 17 * 23, then list users, then calculate 2 ** 10");
    expect(agents([turn])).toEqual(["coordinator"]);
    expect(turn.answer).toContain("391");
    expect(turn.answer).toContain("1024");
    const saved = turn.of("state.saved").filter(({ agentId }) => agentId === "general");
    expect(saved.map(({ version }) => version)).toEqual([2, 3]);
    const after = await talk.say("calculate 3 * 3");
    const general = after.prompts.find(({ by }) => by === "general");
    const said = general?.messages.filter(({ role }) => role === "user");
    // Of each step the person's words and, apart from them, the agent's own part.
    expect(said).toHaveLength(6);
    expect(said?.filter(({ content }) => String(content).startsWith("Your part"))).toHaveLength(2);
  });
});

describe("parallel tool calls", () => {
  it("are hops with the same parent, and each has its own end", async () => {
    const talk = await newTalk();
    await modelControl().queue({ scenario: "parallel-calls", match: "All at once", count: 3 });
    const turn = await talk.say("All at once: 17 * 23");
    const hops = turn.of("hop.started");
    const agent = hops.find(({ kind }) => kind === "agent");
    const siblings = hops.filter(({ parentRef }) => parentRef === agent?.hopRef).slice(0, 3);
    expect(siblings.map(({ kind, nodeId }) => [kind, nodeId])).toEqual(
      Array.from({ length: 3 }, () => ["tool", "python_interpreter"]),
    );
    const types = turn.events.map(({ type }) => type);
    const started = types.flatMap((type, at) => (type === "tool.called" ? [at] : []));
    expect(types.indexOf("tool.returned")).toBeGreaterThan(started[2] ?? Number.POSITIVE_INFINITY);
    const { nodeHistory } = turn.result;
    expect(nodeHistory.map(({ hopRef }) => hopRef)).toEqual(hops.map(({ hopRef }) => hopRef));
  });
});
