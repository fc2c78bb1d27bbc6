"use client";
/** Remembered exchanges, the newest first where there are many. */
import { useState } from "react";
import type { RememberedExchange } from "@/lib/contracts/inspector/states/state-inspection.ts";
import * as text from "@/lib/messages/inspector-states.ts";
import { TEXT_LINK } from "../text-link.ts";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { numberItems } from "../values/number-items.ts";
import { Term } from "../values/term.tsx";
import { type ExchangeMark, ExchangeView } from "./exchange-view.tsx";

/** Exchanges shown at first, and added by each press. */
const STEP = 12;

type ExchangeListProps = {
  exchanges: readonly RememberedExchange[];
  /** The kind of the differences on this side. */
  difference: ExchangeMark;
  /** One below the heading above it. */
  heading?: "h4" | "h5";
  /** Opens the newest exchange where nothing differs. */
  opensNewest?: boolean;
};

export function ExchangeList(props: ExchangeListProps) {
  const { exchanges, difference, heading: Heading = "h5", opensNewest = false } = props;
  const [wanted, setWanted] = useState(STEP);
  const shown = numberItems(exchanges).slice(-wanted);
  const rest = exchanges.length - shown.length;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Heading className="text-xs text-faint">
        <Term name="exchange">{text.exchangeCount(amountOf(exchanges.length))}</Term>
      </Heading>
      {rest > 0 && (
        <p className="text-xs text-faint">
          {text.showingOfExchanges({
            shown: formatCount(shown.length),
            ...amountOf(exchanges.length),
          })}{" "}
          <button type="button" className={TEXT_LINK} onClick={() => setWanted(wanted + STEP)}>
            {text.showEarlier({ value: formatCount(Math.min(STEP, rest)) })}
          </button>
        </p>
      )}
      <ol className="grid grid-cols-1 gap-2">
        {shown.map(({ ordinal, item }) => (
          <li key={ordinal}>
            <ExchangeView
              exchange={item}
              ordinal={ordinal}
              mark={item.inBefore === item.inAfter ? null : difference}
              isOpen={opensNewest && ordinal === exchanges.length}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
