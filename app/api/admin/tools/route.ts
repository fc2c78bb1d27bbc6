/**
 * `GET`: the MCP servers and their tools. `POST`: an admin accepts the description of a tool that they read, or says whether
 * the tool writes (lib/contracts/inspector/inspected-tools.ts).
 */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import { InspectedTools, ToolDecision } from "@/lib/contracts/inspector/inspected-tools.ts";
import { decideTool, inspectTools } from "@/lib/inspector/deployment/inspect-tools.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "models:inspect", async (actor) =>
    InspectedTools.parse(await inspectTools(actor)),
  );
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "tools:accept", async (actor) => {
    const decision = await readBody(request, ToolDecision, REASON_BODY_MAX_BYTES);
    return InspectedTools.parse(await decideTool(actor, decision));
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
