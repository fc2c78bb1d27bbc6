/** `POST`: opens a conversation of the user-management service. Authorised there, by key and signature. */
import { handleOpenConversation } from "@/lib/ums/http/handle-requests.ts";

export function POST(request: Request): Promise<Response> {
  return handleOpenConversation(request);
}
