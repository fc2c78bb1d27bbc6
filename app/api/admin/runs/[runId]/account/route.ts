/** `GET`: the plain account (lib/contracts/inspector/run/run-account.ts). Audited before a byte is sent. */
import { parseId } from "@/app/parse-id.ts";
import { RunAccount } from "@/lib/contracts/inspector/run/run-account.ts";
import { inspectAccount } from "@/lib/inspector/account/inspect-account.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "run:inspect", async (actor) =>
    RunAccount.parse(await inspectAccount(actor, parseId((await params).runId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
