/** `POST`: begins a conversation of the user-management service with the messages of another one. Authorised there. */
import { handleFork } from "@/lib/ums/http/handle-requests.ts";

type Context = { params: Promise<{ conversationId: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleFork(request, (await params).conversationId);
}
