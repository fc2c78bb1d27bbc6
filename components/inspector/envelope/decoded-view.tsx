/** A decoded envelope: its ids, and its variables by scope with the owner of each. */
"use client";
import { OctagonAlert } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type {
  DecodedEnvelope,
  DecodedScope,
} from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import * as texts from "@/lib/messages/inspector-envelope.ts";
import { Digest } from "../values/copy-button.tsx";
import { formatBytes, formatCount, numberItems } from "../values/format-figures.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { meaningOf, Term, type TermName } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { EnvelopeName, EnvelopeValue } from "./envelope-parts.tsx";

type Decoded = Extract<DecodedEnvelope, { ok: true }>;

type DecodedViewProps = { decoded: DecodedEnvelope; version: number | null };

export function DecodedView({ decoded, version }: DecodedViewProps) {
  if (!decoded.ok) return <Malformed decoded={decoded} version={version} />;
  const { scopes, spilled, metadata } = decoded;
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
        <Field term="node" name={texts.node()} value={decoded.nodeId} />
        <Field term="run" name={texts.run()} value={decoded.runId} />
        <Field term="parentHop" name={texts.parentHop()} value={decoded.parentRef} />
      </dl>
      {spilled && <Spilled spilled={spilled} />}
      {scopes.map((scope) => (
        <ScopeView key={scope.scope} scope={scope} />
      ))}
      {scopes.length === 0 && !spilled && (
        <p className="text-xs text-faint">{texts.itCarriesNoVariables()}</p>
      )}
      {metadata && <PayloadView payload={metadata} title={texts.metadata()} />}
    </div>
  );
}

function Field({ term, name, value }: { term: TermName; name: string; value: string | null }) {
  return (
    <>
      <dt className="text-faint">
        <Term name={term}>{name}</Term>
      </dt>
      <dd className="font-mono wrap-anywhere">
        {value === null ? "–" : <InertText text={value} />}
      </dd>
    </>
  );
}

export function ScopeView({ scope: { scope, owner, variables } }: { scope: DecodedScope }) {
  return (
    <section aria-label={texts.scope({ scope })} className="rounded-md border bg-canvas">
      <div className="flex flex-wrap items-baseline gap-x-2 border-b px-3 py-1.5 text-xs">
        <Term name="scope" className="font-medium">
          {scope}
        </Term>
        <span className="text-faint">
          {owner ? (
            <>
              {texts.ownedBy()} {owner.kind}{" "}
              <InertText text={`${owner.nodeId} (${owner.hopRef})`} />
            </>
          ) : (
            OWNER_KINDS[scope]()
          )}
          {" · "}
          {texts.variableCount({
            count: variables.length,
            number: formatCount(variables.length),
          })}
        </span>
      </div>
      <ul className="divide-y">
        {numberItems(variables).map(({ ordinal, item: { name, value, finding } }) => (
          // Masked names are all the same, so the place is the key.
          <li key={ordinal} className="grid gap-1 px-3 py-1.5">
            <span className="flex items-baseline gap-2">
              <EnvelopeName name={name} />
              <span className="text-xs text-faint tabular-nums">{formatBytes(value.bytes)}</span>
            </span>
            {finding && (
              <span className="flex flex-wrap items-center gap-2 text-xs text-soft">
                <Chip tone="danger">
                  <OctagonAlert className="size-3" strokeWidth={2} aria-hidden="true" />
                  {texts.payloadFindings()}
                </Chip>
                {finding}
              </span>
            )}
            <EnvelopeValue payload={value} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const OWNER_KINDS: Record<DecodedScope["scope"], () => string> = {
  ORCHESTRATOR: texts.forACoordinatorToWrite,
  AGENT: texts.forAnAgentToWrite,
  SERVER: texts.forAServiceToWrite,
  TOOL: texts.forAToolToWrite,
  GATEWAY: texts.forAGatewayToWrite,
};

function Spilled({ spilled }: { spilled: NonNullable<Decoded["spilled"]> }) {
  const { sha256, bytes, restored } = spilled;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-soft">
      <Chip tone="accent" explanation={meaningOf("headerBudget")}>
        {texts.ref()}
      </Chip>
      {restored && bytes !== null
        ? texts.largeVariablesAreBack({ bytes: formatBytes(bytes) })
        : texts.largeVariablesAreGone()}
      <Digest sha256={sha256} />
    </p>
  );
}

type MalformedProps = {
  decoded: Extract<DecodedEnvelope, { ok: false }>;
  version: number | null;
};

function Malformed({ decoded, version }: MalformedProps) {
  const isKnown = version === null || version === 1;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <Chip tone="danger">
          <OctagonAlert className="size-3" strokeWidth={2} aria-hidden="true" />
          {isKnown ? texts.malformed() : texts.unknownVersion({ version })}
        </Chip>
        <span>
          <code className="font-mono text-xs">{decoded.header}</code>: {decoded.why}
        </span>
      </p>
      {decoded.partial && (
        <PayloadView payload={decoded.partial} title={texts.whatCanBeReadOfIt()} />
      )}
    </div>
  );
}
