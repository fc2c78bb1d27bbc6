/** `GET`: the agents and tools that the list of runs can be filtered by. */
import { RunNames } from "@/lib/contracts/inspector/run-query.ts";
import { listRunNames } from "@/lib/db/inspector/runs/list-runs.ts";
import { respondOperator } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "run:list", async (actor) =>
    RunNames.parse(await listRunNames(actor)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
