/**
 * `GET`: the connections to models and what is known of their servers. `POST ?connection`: asks a server again
 * (lib/contracts/inspector/inspected-models.ts).
 */
import { InspectedModels, ModelAsking } from "@/lib/contracts/inspector/inspected-models.ts";
import { askModel, inspectModels } from "@/lib/inspector/deployment/inspect-models.ts";
import { respondOperator, respondQuery } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "models:inspect", async (actor) =>
    InspectedModels.parse(await inspectModels(actor)),
  );
}

export function POST(request: Request): Promise<Response> {
  return respondQuery(request, "models:ask", ModelAsking, async (actor, { connection }) => {
    await askModel(actor, connection);
    return { ok: true };
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
