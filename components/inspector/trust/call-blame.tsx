/** Where a tool's call that writes or leaves comes from, back to the sentences of the prompt. */
"use client";
import type { ReactNode } from "react";
import type { CallBlame, CallInspection } from "@/lib/contracts/inspector/run/call-inspection.ts";
import { segmentsFrom, segmentsOfTrust } from "@/lib/contracts/inspector/run/trust-words.ts";
import type { Origin, Trust } from "@/lib/contracts/model/origin.ts";
import * as text from "@/lib/messages/inspector-trust.ts";
import { PayloadView } from "../values/payload-view.tsx";
import { Term } from "../values/term.tsx";
import { InertText } from "../values/text/inert-text.tsx";
import { SegmentLinks } from "./segment-links.tsx";
import { OriginMark, TrustWord } from "./trust-mark.tsx";

type CallBlameProps = {
  blame: CallBlame;
  /** Of the model call that made the call; null where its prompt is not on the page. */
  inspection: CallInspection | null;
  /** What else leads to the prompt or to the decision. */
  children: ReactNode;
};

export function CallBlameView({ blame, inspection, children }: CallBlameProps) {
  const { trust, addressIsKnown, sendsPrivate, resembling } = blame;
  return (
    <section
      aria-label={text.whereThisCallComesFrom()}
      className="my-1 grid min-w-0 grid-cols-1 gap-1 rounded-md border bg-canvas px-3 py-2 text-xs"
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium text-soft">{text.whereThisCallComesFrom()}</span>
        {children}
      </p>
      <dl className="grid grid-cols-1 gap-x-3 gap-y-1 md:grid-cols-[9rem_minmax(0,1fr)]">
        <Row name={<Term name="trust">{text.trust()}</Term>}>
          <TrustWord trust={trust} />
          {inspection && <LeastTrusted trust={trust} inspection={inspection} />}
        </Row>
        <Row name={text.blameArguments()}>
          <ArgumentOrigins blame={blame} inspection={inspection} />
        </Row>
        {addressIsKnown !== null && (
          <Row name={text.blameAddress()}>
            {addressIsKnown ? text.addressKnown() : <Warning>{text.addressUnknown()}</Warning>}
          </Row>
        )}
        <Row name={text.blamePrivate()}>
          {sendsPrivate === null ? (
            text.sendsNothingPrivate()
          ) : (
            <>
              <Warning>{text.sendsPrivate()}</Warning>
              <OriginMark origin={sendsPrivate} />
              <Stands origin={sendsPrivate} inspection={inspection} />
            </>
          )}
        </Row>
        <Row name={text.blameSentence()}>
          {resembling ? (
            <>
              <OriginMark origin={resembling.origin} />
              <Stands origin={resembling.origin} inspection={inspection} />
            </>
          ) : (
            text.noSentence()
          )}
        </Row>
      </dl>
      {resembling && <PayloadView title={text.theSentence()} payload={resembling.sentence} prose />}
    </section>
  );
}

function LeastTrusted({ trust, inspection }: { trust: Trust; inspection: CallInspection }) {
  const { segments, call } = inspection;
  const indices = segmentsOfTrust(segments, trust);
  if (indices.length === 0) return null;
  return (
    <>
      <span className="text-faint">{text.leastTrustedSegments()}</span>
      <SegmentLinks callSeq={call.seq} segments={segments} indices={indices} />
    </>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-faint">{name}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 max-md:mb-1">{children}</dd>
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return <span className="text-warn">{children}</span>;
}

type ArgumentOriginsProps = Pick<CallBlameProps, "blame" | "inspection">;

function ArgumentOrigins({ blame, inspection }: ArgumentOriginsProps) {
  const { inPersonsWords, foreignArguments } = blame;
  return (
    <>
      <span className={inPersonsWords ? "text-good" : undefined}>
        {inPersonsWords ? text.inPersonsWords() : text.notInPersonsWords()}
      </span>
      {!inPersonsWords && foreignArguments.length === 0 && text.noForeignArgument()}
      {foreignArguments.map(({ name, origin }) => (
        <span key={`${name} ${origin}`} className="flex basis-full flex-wrap gap-x-3">
          <Warning>
            <code className="font-mono">
              <InertText text={name} />
            </code>{" "}
            {text.standsOnlyIn()}
          </Warning>
          <OriginMark origin={origin} />
          <Stands origin={origin} inspection={inspection} />
        </span>
      ))}
    </>
  );
}

/** The segments of the prompt in which text of the origin stands. */
type StandsProps = { origin: Origin } & Pick<CallBlameProps, "inspection">;

function Stands({ origin, inspection }: StandsProps) {
  if (inspection === null) return null;
  const { segments, call } = inspection;
  const indices = segmentsFrom(segments, origin);
  if (indices.length === 0) return <span className="text-faint">{text.standsNowhere()}</span>;
  return (
    <>
      <span className="text-faint">{text.standsIn()}</span>
      <SegmentLinks callSeq={call.seq} segments={segments} indices={indices} />
    </>
  );
}
