/** The connections to models, and what was found of their servers. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import { poll } from "@/components/ui/device/polling.ts";
import {
  type InspectedConnection,
  InspectedModels,
} from "@/lib/contracts/inspector/inspected-models.ts";
import type { ConnectionState } from "@/lib/contracts/model/connection-check.ts";
import * as text from "@/lib/messages/inspector-models.ts";
import { postInspected, useInspected } from "../fetch-inspected.ts";
import { FailureNotice } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { explainCost, formatCost, formatCostOf } from "../runs/cost-words.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { CapabilityTable } from "./capability-table.tsx";
import { Connected, ConnectedPage, Fact, Facts } from "./connected-page.tsx";

const ADDRESS = "/api/admin/models";
const FOLLOW_MS = 1_000;

const WORDS = { title: text.models, intro: text.intro, loading: text.loading, none: text.none };

export function ModelsView() {
  // While a server is asked, the page follows it.
  const query = useInspected(inspectorKeys.models(), InspectedModels, ADDRESS, {
    ...poll<InspectedModels>({
      busyMs: FOLLOW_MS,
      isBusy: (data) => data?.connections.some(({ isAsked }) => isAsked) ?? false,
      atRest: () => false,
    }),
  });
  return (
    <ConnectedPage words={WORDS} query={query}>
      {({ connections, mayAsk }) =>
        connections.map((connection) => (
          <ConnectionView key={connection.id} connection={connection} mayAsk={mayAsk} />
        ))
      }
    </ConnectedPage>
  );
}

type StateLook = { word: () => string; tone: "good" | "warn" | "danger" };

const STATES: Record<ConnectionState, StateLook> = {
  ok: { word: text.stateOk, tone: "good" },
  unreachable: { word: text.stateUnreachable, tone: "danger" },
  unauthorised: { word: text.stateUnauthorised, tone: "danger" },
  "no-such-model": { word: text.stateNoSuchModel, tone: "danger" },
  refused: { word: text.stateRefused, tone: "danger" },
  failing: { word: text.stateFailing, tone: "danger" },
  "not-checked": { word: text.stateNotChecked, tone: "warn" },
};

const BREAKERS = { open: text.leftOut, "half-open": text.triedAgain };

type ConnectionViewProps = { connection: InspectedConnection; mayAsk: boolean };

/** One connection: where it leads, who uses it, whether it is right, and a button that asks its server again. */
function ConnectionView({ connection, mayAsk }: ConnectionViewProps) {
  const { id, check, isAsked, breaker, capabilities } = connection;
  const { mutate, isPending, error } = useAsking();
  const { word, tone } = STATES[check.state];
  const isBusy = isPending || isAsked;
  return (
    <Connected
      id={`connection-${id}`}
      name={id}
      aside={
        <>
          <Chip tone={tone}>{word()}</Chip>
          {breaker !== "closed" && <Chip tone="danger">{BREAKERS[breaker]()}</Chip>}
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
        </>
      }
    >
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
    </Connected>
  );
}

function ConnectionFacts({ connection }: { connection: InspectedConnection }) {
  const { provider, address, model, agents, fallback, keyName, keyIsSet } = connection;
  const key = keyIsSet ? text.keySet({ name: keyName }) : text.keyNotSet({ name: keyName });
  return (
    <Facts>
      <Fact name={text.provider()}>{provider}</Fact>
      <Fact name={text.address()}>
        <Code text={address} />
      </Fact>
      <Fact name={text.model()}>
        <Code text={model} />
      </Fact>
      <Fact name={text.usedBy()}>
        {agents.length === 0 ? text.usedByNobody() : agents.join(", ")}
      </Fact>
      <Fact name={text.takesOver()}>{fallback ?? text.nothing()}</Fact>
      <Fact name={text.key()}>{key}</Fact>
      <Fact name={text.price()}>{describePrice(connection.price)}</Fact>
    </Facts>
  );
}

/** Smaller letters on the line of the text around them, which has its own height. */
function Code({ text: code }: { text: string }) {
  return (
    <span>
      <code className="font-mono text-xs">
        <InertText text={code} />
      </code>
    </span>
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
  if ("unknown" in price) {
    const none = { cost: null, costNote: price.unknown };
    return `${formatCostOf(none)} (${explainCost(none)})`;
  }
  const { input, output, currency, source } = price;
  const figures = text.pricePerMillion({
    input: formatCost(input),
    output: formatCost(output),
    currency,
  });
  return `${figures} (${PRICE_SOURCES[source]()})`;
}

/** Asks a server again. */
function useAsking() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (connection: string) =>
      postInspected(z.unknown(), `${ADDRESS}?${new URLSearchParams({ connection })}`),
    onSuccess: () => client.invalidateQueries({ queryKey: inspectorKeys.models() }),
  });
}
