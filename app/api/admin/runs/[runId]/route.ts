/**
 * `GET`: one run with its messages, states and first events (lib/contracts/inspector/run/inspected-run.ts). Audited
 * before a byte is sent.
 */
import { parseId } from "@/app/parse-id.ts";
import { RunInspection } from "@/lib/contracts/inspector/run/inspected-run.ts";
import { inspectRun } from "@/lib/inspector/run/inspect-run.ts";
import { respondOperator } from "../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) =>
    RunInspection.parse(await inspectRun(actor, parseId((await params).runId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
