/** The gateway: each call that leaves for a service, a web page or an MCP server passes here. Calls of the model do not. */
import "server-only";
import { placeOf } from "../../contracts/describe-issue.ts";
import { Ap2 } from "../../contracts/run/gateway-analytics.ts";
import type { HopDecision, HopQuestion } from "../../contracts/run/hop-decision.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { actionId } from "../../governance/policy-entities.ts";
import type { Hop, Hops } from "../record-hops.ts";

type Departure = {
  /** The hop whose call leaves. */
  parent: Hop;
  action: HopQuestion["action"];
  /** The host; null where it is not known, as of a server that runs as a process. */
  egressDomain: string | null;
  riskTags: readonly string[];
  writes: boolean;
  approved: boolean;
  /** The same for every attempt of one call. */
  idempotencyKey: string;
  /** Ids and digests of a payment mandate, unchecked; undefined where none were given. */
  ap2?: unknown;
  /** SHA-256 of raw mandates in what would leave, in lower-case hex: with any of them it does not leave. */
  rawMandates?: readonly string[];
};

/** One call on its way through the gateway. */
export type Passage = {
  /** The gateway's hop. What goes on to a service of ours begins here. */
  readonly hop: Hop;
  readonly decision: HopDecision;
  /** True where the call may leave. */
  readonly isOpen: boolean;
  end(outcome: "ok" | "failed" | "denied" | "stopped"): void;
};

export type Gateway = { pass(departure: Departure): Passage };

type Given = {
  hops: Hops;
  appendEvent(body: LogEventBody): void;
  /** The policies' decision on a call of the gateway, with what they may read of the run at this hop. */
  decide(hop: Hop, question: Omit<HopQuestion, "context"> & { context: CallContext }): HopDecision;
  /** Whether the settings turn gateway analytics on. */
  hasAnalytics: boolean;
};
type CallContext = Pick<
  HopQuestion["context"],
  "egressDomain" | "riskTags" | "writes" | "approved"
>;

const NODE_ID = "gateway";

const HOLDS_MANDATE: HopDecision = {
  outcome: "deny",
  policies: [],
  reason: "a raw mandate does not leave",
};

export function openGateway({ hops, appendEvent, decide, hasAnalytics }: Given): Gateway {
  return {
    pass(departure) {
      const { parent, action, egressDomain, riskTags, writes, approved, ap2 } = departure;
      const { rawMandates = [] } = departure;
      const hop = hops.start({ kind: "gateway", nodeId: NODE_ID, parent });
      const context = { egressDomain, riskTags, writes, approved };
      const decision =
        rawMandates.length > 0
          ? HOLDS_MANDATE
          : decide(hop, { principal: NODE_ID, action, context });
      appendEvent({
        type: "policy.decided",
        hopRef: hop.ref,
        principal: NODE_ID,
        action: actionId(action),
        decision,
      });
      const mandate = ap2 === undefined ? null : readAp2(ap2);
      if (rawMandates.length > 0 || mandate?.ok === false) {
        const refused = mandate?.ok === false ? mandate.refused : "arguments";
        const digests = rawMandates.map((sha256) => `; sha256 ${sha256}`).join("");
        const detail = `analytics.ap2: only ids and digests may stand there; refused: ${refused}${digests}`;
        appendEvent({ type: "envelope.finding", hopRef: hop.ref, code: "raw-mandate", detail });
      }
      const known = mandate?.ok ? { ap2: mandate.ap2 } : {};
      const analytics: GatewayAnalytics = {
        version: 1,
        ...known,
        risk: riskOf(decision, departure),
      };
      hop.enrich({ status: decision.outcome, ...(hasAnalytics ? { analytics } : {}) });
      return toPassage(hop, decision, hasAnalytics ? analytics : null);
    },
  };
}

function toPassage(hop: Hop, decision: HopDecision, analytics: GatewayAnalytics | null): Passage {
  const startedAt = performance.now();
  return {
    hop,
    decision,
    isOpen: decision.outcome === "allow" || decision.outcome === "would_deny",
    end(outcome) {
      const latency = Math.round(performance.now() - startedAt);
      const risk = { ...analytics?.risk, latency_ms: latency };
      if (analytics) hop.enrich({ analytics: { ...analytics, risk } });
      hop.end(outcome);
    },
  };
}

/**
 * `analytics` version 1 of the GATEWAY scope (docs/sources.md, "Gateway Analytics"): ids, digests and figures.
 */
type GatewayAnalytics = {
  version: 1;
  ap2?: Ap2;
  risk: {
    decision: "allow" | "deny" | "would_deny";
    risk_tags: readonly string[];
    egress_domain?: string;
    latency_ms?: number;
    idempotency_key: string;
  };
};

/** @returns the names of what does not fit, never values */
function readAp2(given: unknown): { ok: true; ap2: Ap2 } | { ok: false; refused: string } {
  const read = Ap2.safeParse(given);
  if (read.success) return { ok: true, ap2: read.data };
  const names = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? ["unknown fields"] : [placeOf(issue, "ap2")],
  );
  return { ok: false, refused: [...new Set(names)].join(", ") };
}

/** The tags of the call; `egress_violation` where the gateway closes, or would. */
function riskOf(
  { outcome }: HopDecision,
  {
    riskTags,
    egressDomain,
    idempotencyKey,
  }: {
    riskTags: readonly string[];
    egressDomain: string | null;
    idempotencyKey: string;
  },
): GatewayAnalytics["risk"] {
  const decision = outcome === "needs_approval" ? "deny" : outcome;
  return {
    decision,
    risk_tags: decision === "allow" ? riskTags : [...riskTags, "egress_violation"],
    ...(egressDomain === null ? {} : { egress_domain: egressDomain }),
    idempotency_key: idempotencyKey,
  };
}
