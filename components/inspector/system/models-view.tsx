/** The connections to models, and what was found of their servers. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import { ApiError } from "@/lib/contracts/api-error.ts";
import {
  type InspectedConnection,
  InspectedModels,
} from "@/lib/contracts/inspector/models/inspected-models.ts";
import type { ConnectionState } from "@/lib/contracts/model/connection-check.ts";
import * as inspectorText from "@/lib/messages/inspector.ts";
import * as text from "@/lib/messages/inspector-models.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { fetchInspected, InspectorRefusal } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { explainCost, formatCost } from "../runs/cost-words.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { CapabilityTable } from "./capability-table.tsx";

export function ModelsView() {
  const { data, error, refetch } = useModels();
  return (
    <main className="mx-auto grid max-w-[90rem] gap-5 px-4 py-5 lg:px-6">
      <div>
        <h1 className="text-lg font-[560] tracking-[-0.012em]">{text.models()}</h1>
        <p className="mt-1 text-sm text-soft">{text.intro()}</p>
      </div>
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <ModelsSkeleton />}
      {data?.connections.length === 0 && (
        <p className="border-y py-16 text-center text-soft">{text.none()}</p>
      )}
      {data?.connections.map((connection) => (
        <ConnectionView key={connection.id} connection={connection} mayAsk={data.mayAsk} />
      ))}
    </main>
  );
}

function ModelsSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{text.loading()}</span>
      <SkeletonLine className="h-5 w-1/3" />
      {["w-2/3", "w-1/2", "w-3/5", "w-2/5"].map((width) => (
        <SkeletonLine key={width} className={width} />
      ))}
    </div>
  );
}

type StateLook = { word: () => string; tone: "good" | "warn" | "danger" };

const STATES: Record<ConnectionState, StateLook> = {
  ok: { word: text.stateOk, tone: "good" },
  unreachable: { word: text.stateUnreachable, tone: "danger" },
  unauthorised: { word: text.stateUnauthorised, tone: "danger" },
  "no-such-model": { word: text.stateNoSuchModel, tone: "danger" },
  "not-checked": { word: text.stateNotChecked, tone: "warn" },
};

type ConnectionViewProps = { connection: InspectedConnection; mayAsk: boolean };

/** One connection: where it leads, who uses it, whether it is right, and a button that asks its server again. */
function ConnectionView({ connection, mayAsk }: ConnectionViewProps) {
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

const FOLLOW_MS = 1_000;

/** Reads the connections to models, and asks a server again. While one is asked, the page follows it. */
function useModels() {
  return useQuery({
    queryKey: inspectorKeys.models(),
    queryFn: ({ signal }) => fetchInspected(InspectedModels, "/api/admin/models", signal),
    refetchInterval: ({ state: { data } }) =>
      data?.connections.some(({ isAsked }) => isAsked) ? FOLLOW_MS : false,
  });
}

function useAsking() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: askAgain,
    onSuccess: () => client.invalidateQueries({ queryKey: inspectorKeys.models() }),
  });
}

async function askAgain(connection: string): Promise<void> {
  const query = new URLSearchParams({ connection });
  const response = await fetch(`/api/admin/models?${query}`, { method: "POST", cache: "no-store" });
  if (response.ok) return;
  const refusal = ApiError.safeParse(await response.json().catch(() => null));
  const message = refusal.success
    ? refusal.data.error.message
    : inspectorText.theServerDidNotAnswer();
  throw new InspectorRefusal(response.status, message);
}
