import "server-only";
/** What an agent may have been asked: the person's words, or a step's objective with what earlier steps found. */
import type { PromptRecipes } from "./prompt-recipes.ts";
import type { Material } from "./rebuild-material.ts";

export type StoredResult = { stepId: string; agentId: string; text: string; hopRef: string };

/** The results of the plan's steps, in the order in which they were taken. */
export function resultsOf(material: Material): StoredResult[] {
  const steps = agentStepsOf(material);
  const ended = material.of("hop.ended").filter(({ body }) => body.result !== undefined);
  return ended.map(({ body }, index) => ({
    stepId: steps[index]?.id ?? "",
    agentId: steps[index]?.target ?? "",
    text: body.result ?? "",
    hopRef: body.hopRef,
  }));
}

/** Everything that any agent of this run may have read as its current input. */
export function inputsOf(material: Material, recipes: PromptRecipes): string[] {
  const { words, files } = material.stored;
  const given = {
    text: words,
    // Where the person, too, finds the file.
    files: files.map(({ id, name }) => ({
      id,
      name,
      url: `/api/attachments/${id}/${encodeURIComponent(name)}`,
    })),
  };
  const results = resultsOf(material);
  const steps = agentStepsOf(material).map(({ objective }, index) => ({
    objective,
    results: results.slice(0, index),
  }));
  return [null, ...steps].flatMap((input) => recipes.inputs({ ...given, input }));
}

function agentStepsOf(material: Material) {
  const plans = material.of("plan.made").map(({ body }) => body.plan);
  return plans.flatMap(({ steps }) => steps.filter(({ type }) => type === "agent"));
}
