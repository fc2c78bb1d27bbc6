/** What a hop left in its own scope, and how much the envelope grew by it. */
import type { LeftState } from "@/lib/contracts/inspector/envelope/envelope-inspection.ts";
import * as texts from "@/lib/messages/inspector-envelope.ts";
import { formatBytes } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { ScopeView } from "./decoded-view.tsx";
import { Part } from "./part.tsx";

export function LeftView({ left }: { left: LeftState }) {
  const { scope, arrivedBytes, leftBytes, metadata } = left;
  const sizes = { arrived: formatBytes(arrivedBytes), left: formatBytes(leftBytes) };
  return (
    <Part title={texts.leftByThisHop()} aside={texts.grewFromTo(sizes)}>
      {scope.variables.length > 0 ? (
        <ScopeView scope={scope} />
      ) : (
        <p className="text-xs text-faint">{texts.itAddedNothingToItsScope()}</p>
      )}
      <PayloadView payload={metadata} title={texts.metadata()} />
    </Part>
  );
}
