/**
 * `GET`: the MCP servers and their tools. `POST`: an admin accepts the description of a tool that they read, or says whether
 * the tool writes (lib/contracts/inspector/inspected-tools.ts).
 */
import { InspectedTools, ToolDecision } from "@/lib/contracts/inspector/inspected-tools.ts";
import { decideTool, inspectTools } from "@/lib/inspector/deployment/inspect-tools.ts";
import { readReasonBody } from "../read-reason-body.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "models:inspect", async (actor) =>
    InspectedTools.parse(await inspectTools(actor)),
  );
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "tools:accept", async (actor) =>
    InspectedTools.parse(await decideTool(actor, await readReasonBody(request, ToolDecision))),
  );
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
