/** What a run changed in an agent's memory: exchanges or paths. */
"use client";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type {
  AgentMemory,
  RememberedExchange,
  StateChange,
} from "@/lib/contracts/inspector/run/state-inspection.ts";
import * as texts from "@/lib/messages/inspector-states.ts";
import { amountOf, formatBytes, numberItems } from "../values/format-figures.ts";
import { LeafValue } from "../values/payload-view.tsx";
import { InertText } from "../values/text/inert-text.tsx";

export function MemoryDelta({ agent }: { agent: AgentMemory }) {
  if (!agent.after) return null;
  return (
    <article aria-label={texts.delta()} className="min-w-0">
      <h4 className="pb-1 text-xs font-medium text-soft">{texts.whatThisRunChanged()}</h4>
      <ul className="divide-y rounded-md border bg-raised text-xs">
        {agent.before?.readable === false || !agent.after.readable ? (
          <>
            <Row sign="?">
              <span className="text-faint">
                {agent.after.readable
                  ? texts.beforeCannotBeDecoded()
                  : texts.afterCannotBeDecoded()}
              </span>
            </Row>
            <PathDelta changes={agent.changes} />
          </>
        ) : agent.exchanges ? (
          <ExchangeDelta exchanges={agent.exchanges} />
        ) : (
          <PathDelta changes={agent.changes} />
        )}
      </ul>
    </article>
  );
}

function ExchangeDelta({ exchanges }: { exchanges: readonly RememberedExchange[] }) {
  const numbered = numberItems(exchanges);
  const kept = exchanges.filter(({ inBefore, inAfter }) => inBefore && inAfter).length;
  const changed = numbered.filter(({ item }) => item.inBefore !== item.inAfter);
  return (
    <>
      {changed.map(({ ordinal, item }) => (
        <Row key={ordinal} sign={item.inAfter ? "+" : "−"}>
          <span className="font-medium">
            {item.inAfter ? texts.exchangeAdded() : texts.exchangeLeftOutToSaveRoom()}
          </span>{" "}
          <span className="text-faint tabular-nums">
            {texts.toolCallCount(amountOf(countCalls(item)))} · {formatBytes(item.bytes)}
          </span>
        </Row>
      ))}
      {(kept > 0 || changed.length === 0) && (
        <Row sign="=">
          <span className="text-faint">{texts.kept(amountOf(kept))}</span>
        </Row>
      )}
    </>
  );
}

const SIGNS: Record<StateChange["op"], string> = { add: "+", remove: "−", replace: "~" };
const WORDS: Record<StateChange["op"], () => string> = {
  add: texts.added,
  remove: texts.removed,
  replace: texts.replaced,
};

function PathDelta({ changes }: { changes: readonly StateChange[] }) {
  if (changes.length === 0) {
    return (
      <Row sign="=">
        <span className="text-faint">{texts.theSameStateWasStoredAgain()}</span>
      </Row>
    );
  }
  return numberItems(changes).map(({ ordinal, item: { op, path, before, after } }) => (
    <Row key={ordinal} sign={SIGNS[op]}>
      <span className="font-mono wrap-anywhere text-code-name">
        <InertText text={path} />
      </span>{" "}
      <span className="text-faint">{WORDS[op]()}</span>
      <span className="flex min-w-0 flex-wrap items-start gap-x-2">
        {before && (
          <del className="min-w-0">
            <LeafValue payload={before} />
          </del>
        )}
        {before && after && (
          <ArrowRight
            aria-hidden="true"
            className="mt-1 size-3.5 shrink-0 text-faint"
            strokeWidth={1.75}
          />
        )}
        {after && (
          <ins className="min-w-0 no-underline">
            <LeafValue payload={after} />
          </ins>
        )}
      </span>
    </Row>
  ));
}

function Row({ sign, children }: { sign: string; children: ReactNode }) {
  return (
    <li className="flex gap-2 px-3 py-1.5 leading-5">
      <span aria-hidden="true" className="w-3 shrink-0 text-center font-mono font-semibold">
        {sign}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

export function countCalls({ entries }: RememberedExchange): number {
  return entries.reduce((sum, { calls }) => sum + calls.length, 0);
}
