/** `POST`: one turn with the user-management service. Authorised there, by key and signature. */
import { handleChat } from "@/lib/ums/http/handle-requests.ts";

type Context = { params: Promise<{ conversationId: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleChat(request, (await params).conversationId);
}
