/** `GET`: the instances, their takeovers and their work (lib/contracts/inspector/inspected-system.ts). */
import { bus } from "@/lib/bus/bus.ts";
import { InspectedSystem } from "@/lib/contracts/inspector/inspected-system.ts";
import { readSystem } from "@/lib/db/inspector/figures/read-system.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "models:inspect", async (actor) => {
    const system = await readSystem(actor);
    const news = bus();
    return InspectedSystem.parse({
      ...system,
      answeredBy: runRegistry().instanceId,
      bus: { kind: news.kind, isOpen: news.isOpen() },
    });
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../no-such-method.ts";
