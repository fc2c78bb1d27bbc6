import "server-only";
/** What an agent may have been asked: the person's words, or a step's objective with what earlier steps found. */
import type { PromptRecipes } from "./prompt-recipes.ts";
import type { Material } from "./rebuild-material.ts";

/** What steps came to, in the order in which they ended. */
export function resultsOf(material: Material): { text: string; hopRef: string }[] {
  return material.of("hop.ended").flatMap(({ body: { hopRef, outcome, result } }) => {
    return result === undefined || outcome !== "ok" ? [] : [{ text: result, hopRef }];
  });
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
  const results = resultsOf(material).map(({ text }) => ({ stepId: "", agentId: "", text }));
  const known = [[], ...results.map((_, index) => results.slice(0, index + 1))];
  const objectives = [...new Set(plannedSteps(material).map(({ objective }) => objective))];
  const steps = objectives.flatMap((objective) =>
    known.map((before) => ({ objective, results: before })),
  );
  return [null, ...steps].flatMap((input) => recipes.inputs({ ...given, input }));
}

/** The agents' steps of all plans of the run: a plan may have been made again. */
export function plannedSteps(material: Material) {
  const plans = material.of("plan.made").map(({ body }) => body.plan);
  return plans.flatMap(({ steps }) => steps.filter(({ type }) => type === "agent"));
}
