import "server-only";
/** A span while a trace is put together. */
import type {
  SpanFinding,
  SpanKind,
  SpanOutcome,
} from "../../contracts/inspector/timeline/run-trace.ts";

export type Finding = { code: SpanFinding; text: string };

export type Span = {
  kind: SpanKind;
  hopRef: string;
  /** What a hop's `parentRef` names; of work inside a hop, that hop. Null for a root. */
  parentRef: string | null;
  name: string;
  outcome: SpanOutcome;
  startMs: number;
  /** −1 while it goes on. */
  durationMs: number;
  firstSeq: number;
  /** 0: none yet. */
  lastSeq: number;
  /** The span that it lies under, once it is linked. */
  parent: Span | null;
  findings: Finding[];
};

export function note(span: Span | undefined, code: SpanFinding, text: string): void {
  span?.findings.push({ code, text });
}

/** Kinds that are hops themselves: the others are work inside one. */
export const HOPS: ReadonlySet<SpanKind> = new Set(["coordinator", "agent", "service", "tool"]);
