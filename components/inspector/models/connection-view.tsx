"use client";
/** One connection: where it leads, who uses it, whether it is right, and a button that asks its server again. */
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import type { InspectedConnection } from "@/lib/contracts/inspector/models/inspected-models.ts";
import type { ConnectionState } from "@/lib/contracts/model/connection-check.ts";
import * as text from "@/lib/messages/inspector-models.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { explainCost } from "../runs/cost-words.ts";
import { formatCost } from "../runs/format-cost.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { CapabilityTable } from "./capability-table.tsx";
import { useAsking } from "./use-models.ts";

type StateLook = { word: () => string; tone: "good" | "warn" | "danger" };

const STATES: Record<ConnectionState, StateLook> = {
  ok: { word: text.stateOk, tone: "good" },
  unreachable: { word: text.stateUnreachable, tone: "danger" },
  unauthorised: { word: text.stateUnauthorised, tone: "danger" },
  "no-such-model": { word: text.stateNoSuchModel, tone: "danger" },
  "not-checked": { word: text.stateNotChecked, tone: "warn" },
};

type ConnectionViewProps = { connection: InspectedConnection; mayAsk: boolean };

export function ConnectionView({ connection, mayAsk }: ConnectionViewProps) {
  const { id, check, isAsked, capabilities } = connection;
  const { mutate, isPending, error } = useAsking();
  const { word, tone } = STATES[check.state];
  const isBusy = isPending || isAsked;
  const headingId = `connection-${id}`;
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={headingId} className="font-medium wrap-anywhere">
          {id}
        </h2>
        <Chip tone={tone}>{word()}</Chip>
        {mayAsk && (
          <Button
            look="outline"
            size="sm"
            className="ml-auto"
            aria-label={text.askAgainNamed({ connection: id })}
            aria-disabled={isBusy}
            onClick={() => !isBusy && mutate(id)}
          >
            {isBusy ? text.asking() : text.askAgain()}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm wrap-anywhere text-soft">
        <InertText text={check.sentence} />
      </p>
      {error && <FailureNotice error={error} onRetry={() => mutate(id)} />}
      <ConnectionFacts connection={connection} />
      <CapabilityTable
        label={text.capabilitiesOf({ connection: id })}
        capabilities={capabilities}
        isBusy={isBusy}
      />
    </section>
  );
}

function ConnectionFacts({ connection }: { connection: InspectedConnection }) {
  const { provider, address, model, agents, fallback, keyName, keyIsSet } = connection;
  const key = keyIsSet ? text.keySet({ name: keyName }) : text.keyNotSet({ name: keyName });
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm md:grid-cols-2 lg:grid-cols-3">
      <Fact name={text.provider()}>{provider}</Fact>
      <Fact name={text.address()}>
        <code className="font-mono text-xs">
          <InertText text={address} />
        </code>
      </Fact>
      <Fact name={text.model()}>
        <code className="font-mono text-xs">
          <InertText text={model} />
        </code>
      </Fact>
      <Fact name={text.usedBy()}>
        {agents.length === 0 ? text.usedByNobody() : agents.join(", ")}
      </Fact>
      <Fact name={text.takesOver()}>{fallback ?? text.nothing()}</Fact>
      <Fact name={text.key()}>{key}</Fact>
      <Fact name={text.price()}>{describePrice(connection.price)}</Fact>
    </dl>
  );
}

const PRICE_SOURCES = {
  connection: text.priceOfConnection,
  settings: text.priceOfSettings,
  published: text.priceAsPublished,
  preset: text.priceOfPreset,
};

/** Per million tokens, with where it is from; or why it is not known. */
function describePrice(price: InspectedConnection["price"]): string {
  if ("unknown" in price) return explainCost({ cost: null, costNote: price.unknown }) ?? "–";
  const { input, output, currency, source } = price;
  const figures = text.pricePerMillion({
    input: formatCost(input),
    output: formatCost(output),
    currency,
  });
  return `${figures} (${PRICE_SOURCES[source]()})`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
