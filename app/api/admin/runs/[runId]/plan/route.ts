/** `GET`: plan against execution (lib/contracts/inspector/run/plan-inspection.ts). Audited before a byte is sent. */
import { parseId } from "@/app/parse-id.ts";
import { PlanInspection } from "@/lib/contracts/inspector/run/plan-inspection.ts";
import { inspectPlan } from "@/lib/inspector/plan/inspect-plan.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) =>
    PlanInspection.parse(await inspectPlan(actor, parseId((await params).runId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
