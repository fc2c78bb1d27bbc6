/** `GET`: whether the run is what was sealed (lib/contracts/inspector/run/run-seal.ts). Digests only, so not audited. */
import { parseId } from "@/app/parse-id.ts";
import { RunSealCheck } from "@/lib/contracts/inspector/run/run-seal.ts";
import { checkSeal } from "@/lib/inspector/run/inspect-run.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) =>
    RunSealCheck.parse(await checkSeal(actor, parseId((await params).runId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
