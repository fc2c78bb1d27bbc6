/** The rounds of one hop: tool calls that the model asked for, and their results as the next round read them. */
import "server-only";
import { canonicalJson } from "../../agent-state/canonical-digest.ts";
import type { OpaqueParts } from "../../contracts/model/opaque-parts.ts";
import { toReplayed } from "../../hidden-state/chat-message.ts";
import { splitRounds } from "../../hidden-state/exchanges.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import type { BodyOf, Candidate, Material } from "./rebuild-material.ts";

type Call = { called: BodyOf<"tool.called">; returned: BodyOf<"tool.returned"> | null };
type Open = { text: string; calls: Call[]; opaque?: OpaqueParts | undefined };

/** Rounds with calls, in order. A round with a missing result never entered a prompt. */
export function rebuildRounds(
  material: Material,
  hopRef: string,
  recipes: PromptRecipes,
): Candidate[] {
  const rounds: Open[] = [];
  const byHop = new Map<string, Call>();
  const events = [
    ...material.of("model.answered"),
    ...material.of("tool.called"),
    ...material.of("tool.returned"),
  ].sort((one, other) => one.seq - other.seq);
  for (const { body } of events) {
    if (body.type === "model.answered") {
      if (body.hopRef === hopRef) rounds.push({ text: body.text, calls: [], opaque: body.opaque });
    } else if (body.type === "tool.returned") {
      const call = byHop.get(body.hopRef);
      if (call) call.returned = body;
    } else if (material.hops.get(body.hopRef)?.parentRef === hopRef) {
      // An approved call runs before the first model call.
      if (rounds.length === 0) rounds.push({ text: "", calls: [] });
      const call = { called: body, returned: null };
      rounds.at(-1)?.calls.push(call);
      byHop.set(body.hopRef, call);
    }
  }
  return rounds
    .filter(({ calls }) => calls.length > 0)
    .flatMap((round) => toRound(material, hopRef, round, recipes));
}

function toRound(
  material: Material,
  hopRef: string,
  { text, calls, opaque }: Open,
  recipes: PromptRecipes,
): Candidate[] {
  const results: object[] = [];
  const numbered = new Map(
    material
      .of("sources.numbered")
      .map(({ body }) => [body.hopRef, body.sources.map(({ number }) => number)]),
  );
  for (const { called, returned } of calls) {
    if (!returned) return [];
    const content = recipes.numbered(returned.result, numbered.get(called.hopRef) ?? []);
    results.push({ role: "tool", tool_call_id: called.toolCallId, content });
  }
  const tool_calls = calls.map(({ called }) => ({
    id: called.toolCallId,
    type: "function",
    function: {
      name: material.hops.get(called.hopRef)?.nodeId ?? called.tool,
      arguments: writtenArguments(called),
    },
  }));
  return [
    {
      content: [
        { role: "assistant", content: text, tool_calls, ...(opaque ? { opaque } : {}) },
        ...results,
      ],
      hops: [hopRef, ...calls.map(({ called }) => called.hopRef)],
    },
  ];
}

/** The text of the arguments in later prompts. */
export function writtenArguments({
  argumentsText,
  arguments: value,
}: BodyOf<"tool.called">): string {
  if (argumentsText !== undefined) return argumentsText;
  try {
    return canonicalJson(value ?? {}, "arguments");
  } catch {
    return JSON.stringify(value);
  }
}

/**
 * Rounds from the agent's memory: of a run that continues an answer they are an earlier run's, and older logs do not
 * contain the arguments' text.
 */
export function rememberedRounds({ histories, stored }: Material): Candidate[] {
  const own = histories.flat().filter(({ runId }) => runId === stored.run.id);
  return own.flatMap(({ messages }) =>
    splitRounds(messages).map((round) => ({ content: toReplayed(round).messages, hops: [] })),
  );
}

/** The replies to invalid plans. */
export function rebuildRepairs(
  material: Material,
  hopRef: string,
  recipes: PromptRecipes,
): Candidate[] {
  const texts = material.of("model.answered").filter(({ body }) => body.hopRef === hopRef);
  return material.of("plan.refused").flatMap(({ body: { reason } }) =>
    texts.map(({ body: { text } }) => ({
      content: recipes.repair(text, reason),
      hops: [hopRef],
    })),
  );
}

/** The text that the run continued: the beginning of its own answer. */
export function rebuildSoFar({ of, stored }: Material, recipes: PromptRecipes): Candidate[] {
  return of("run.continued").map(({ body: { length } }) => ({
    content: recipes.soFar(stored.answer.slice(0, length)),
    hops: [],
  }));
}

/** The outcomes of the steps when a plan was revised: the note contains them. */
export function rebuildStepOutcomes(material: Material, hopRef: string): Candidate[] {
  return material.of("run.noted").flatMap(({ body: { code, detail } }) => {
    if (code !== "planned-again") return [];
    return [{ content: [{ role: "user", content: detail }], hops: [hopRef] }];
  });
}
