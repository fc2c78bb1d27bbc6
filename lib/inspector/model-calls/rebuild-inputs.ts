/** Inputs that an agent may have received: the person's message, or a step's objective with earlier results. */
import "server-only";
import { parseJson } from "../../contracts/read-json.ts";
import { SuspendedPlan } from "../../contracts/run/suspended-plan.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import type { Material } from "./rebuild-material.ts";

const ResumedPlan = SuspendedPlan.pick({ fromRunId: true, results: true, files: true });

const NOTHING = { results: [], files: [] };

/** What a run that resumed a plan took over from the earlier run: the note contains it. */
function resumedPlan(material: Material): Pick<SuspendedPlan, "results" | "files"> {
  const note = material.of("run.noted").find(({ body }) => body.code === "plan-resumed");
  return ResumedPlan.safeParse(parseJson(note?.body.detail ?? "")).data ?? NOTHING;
}

/** A step's result; `hopRef` is null for a step of an earlier run. */
export type KnownResult = { text: string; hopRef: string | null; agentId: string | null };

/** The results of the steps, in the order in which they ended. */
export function resultsOf(material: Material): KnownResult[] {
  const continued = material.of("run.continued").flatMap(({ body }) => body.results);
  const before = [...resumedPlan(material).results, ...continued].map(({ text, agentId }) => ({
    text,
    agentId,
    hopRef: null,
  }));
  const own = material.of("hop.ended").flatMap(({ body: { hopRef, outcome, result } }) => {
    return result === undefined || outcome !== "ok"
      ? []
      : [{ text: result, hopRef, agentId: null }];
  });
  return [...before, ...own];
}

/** Every possible current input of the run's agents. */
export function inputsOf(material: Material, recipes: PromptRecipes): string[] {
  const { words, files } = material.stored;
  const suspendedFiles = resumedPlan(material).files.filter(({ id }) =>
    files.every((own) => own.id !== id),
  );
  const given = { text: words, files: files.map(toAddressed) };
  const behind = { text: words, files: [...suspendedFiles, ...files].map(toAddressed) };
  const results = resultsOf(material).map(({ text }) => ({ stepId: "", agentId: "", text }));
  const known = [[], ...results.map((_, index) => results.slice(0, index + 1))];
  const objectives = [...new Set(plannedSteps(material).map(({ objective }) => objective))];
  const steps = objectives.flatMap((objective) =>
    known.map((before) => ({ objective, results: before })),
  );
  const asked = suspendedFiles.length > 0 ? [given, behind] : [given];
  return asked.flatMap((one) =>
    [null, ...steps].flatMap((input) => recipes.inputs({ ...one, input })),
  );
}

/** The same address that the person uses. */
function toAddressed({ id, name }: { id: string; name: string }) {
  return { id, name, url: `/api/attachments/${id}/${encodeURIComponent(name)}` };
}

/** The agent steps of all plans of the run, revisions included. */
export function plannedSteps(material: Material) {
  const plans = material.of("plan.made").map(({ body }) => body.plan);
  return plans.flatMap(({ steps }) => steps.filter(({ type }) => type === "agent"));
}
