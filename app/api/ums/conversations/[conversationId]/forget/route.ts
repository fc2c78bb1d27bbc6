/** `POST`: the service forgets what a run said in a conversation. Authorised there, by the operator's service key. */
import { handleForget } from "@/lib/ums/http/handle-forget.ts";

type Context = { params: Promise<{ conversationId: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleForget(request, (await params).conversationId);
}
