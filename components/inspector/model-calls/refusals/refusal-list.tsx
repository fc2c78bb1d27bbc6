/** What providers said when they refused or failed a request, and what was done about it. */
import type { ProviderRefusal } from "@/lib/contracts/inspector/model-calls/call-inspection.ts";
import { CAPABILITY_TEXTS } from "@/lib/contracts/inspector/models/capability-texts.ts";
import * as texts from "@/lib/messages/inspector-model-calls.ts";
import { toEvent } from "../../run/selection/use-selection.ts";
import { SearchLink } from "../../search-link.tsx";
import { TEXT_LINK } from "../../text-link.ts";
import { PayloadView } from "../../values/payload-view.tsx";
import { Reason } from "../../values/reason.tsx";

export function RefusalList({ refusals }: { refusals: readonly ProviderRefusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <section aria-label={texts.whatTheProviderSaid()} className="grid min-w-0 grid-cols-1 gap-2">
      {refusals.map((refusal) => (
        <div key={refusal.seq} className="grid min-w-0 grid-cols-1 gap-1.5">
          <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-soft">
            <Reason code={refusal.reason} />
            <span className="font-mono wrap-anywhere">{originOf(refusal)}</span>
            <SearchLink className={TEXT_LINK} to={toEvent(refusal.seq)}>
              {texts.event({ seq: refusal.seq })}
            </SearchLink>
          </p>
          {remedyOf(refusal) && <p className="text-xs text-soft">{remedyOf(refusal)}</p>}
          <PayloadView title={texts.whatTheProviderSaid()} payload={refusal.words} prose />
        </div>
      ))}
    </section>
  );
}

function originOf({ connection, status, code, keyName, requestId }: ProviderRefusal): string {
  return [connection, status, code, keyName, requestId].filter((part) => part !== null).join(" · ");
}

function remedyOf({ missing, takesOver }: ProviderRefusal): string | null {
  if (missing) return texts.repeatedWithout({ capability: CAPABILITY_TEXTS[missing].name() });
  return takesOver === null ? null : texts.tookOver({ connection: takesOver });
}
