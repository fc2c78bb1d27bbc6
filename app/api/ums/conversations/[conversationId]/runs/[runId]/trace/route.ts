/** `GET`: what the service did for one run. Authorised there, by the operator's service key. */
import { handleTrace } from "@/lib/ums/http/handle-trace.ts";

type Context = { params: Promise<{ conversationId: string; runId: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleTrace(request, await params);
}
