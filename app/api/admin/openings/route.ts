/** `GET`: what admins ask to read and another admin has to confirm (lib/contracts/inspector/opening/opening-request.ts). */
import { OpeningRequests } from "@/lib/contracts/inspector/opening/opening-request.ts";
import { inspectRequests } from "@/lib/inspector/opening/inspect-opening.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "opening:decide", async (actor) =>
    OpeningRequests.parse(await inspectRequests(actor)),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
