/**
 * `GET`: what the person saw up to the answer of a case, for a reviewer who has it
 * (lib/contracts/inspector/review/case-desk.ts).
 */
import { parseId } from "@/app/parse-id.ts";
import { SeenConversation } from "@/lib/contracts/inspector/review/case-desk.ts";
import { readSeen } from "@/lib/db/review/desk/read-seen.ts";
import { respondOperator } from "../../../respond-operator.ts";

type Context = { params: Promise<{ runId: string }> };

export function GET(request: Request, { params }: Context): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor) =>
    SeenConversation.parse(await readSeen(actor, parseId((await params).runId))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../../no-such-method.ts";
