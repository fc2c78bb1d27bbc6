/** Checks a bundle line by line, with nothing but public keys. Pure. */
import { parseByValue } from "../../contracts/json/exact-numbers.ts";
import { fromBase64, fromHex, isSame, toHex } from "../bytes.ts";
import { canonical, commitTo } from "../canonical.ts";
import { type Checkpoint, openCheckpoint } from "../checkpoint.ts";
import { hashLeaf, openRange } from "../merkle.ts";
import { type RunFault, rootOfCommitments, verifyLog } from "../run-log.ts";
import type { TrailFault } from "../verify-trail.ts";
import { BundleLine, type BundleLineOf } from "./bundle-line.ts";
import { ExportClaim, type ExportFault } from "./export-claim.ts";
import { isKeptDetail } from "./kept-details.ts";
import { type ErasedRun, findUnproved, readTombstone, type Tombstone } from "./tombstones.ts";

export type BundleFault =
  | TrailFault
  | RunFault
  | ExportFault
  | "line-unreadable"
  | "detail-missing"
  | "run-missing"
  | "erasure-unproved";

export type BundleVerdict =
  | {
      ok: true;
      size: number;
      /** In full. */
      rows: number;
      /** How many of them have no detail, because it was erased or removed. What these said was not checked. */
      blank: number;
      runs: number;
      /** How many of them have lost their log or payloads to a tombstone. */
      erased: number;
      checkpoints: number;
      /** Events of runs whose payload was not given out, so that what they say was not checked. */
      withheld: number;
      /** Which rows it has in full, as its first line says; empty: all. */
      query: Record<string, string | string[]>;
      /** When it was exported, as the row of its export says; null: no row vouches for what its first line says. */
      exportedAt: string | null;
      anchors: MetAnchors;
    }
  /** `place`: the first that does not hold; `seq`: of that run's log; `line`: of the file, from 1. */
  | { ok: false; place: number; why: BundleFault; runId?: string; seq?: number; line?: number };

export type MetAnchors = {
  given: number;
  /** Those of the size of one of its parts, whose root was compared. */
  compared: number;
  /** False: none lies at its end or behind it, so that nothing outside of it says whether its end is the trail's. */
  reachEnd: boolean;
  /** Events that they know behind its end. Nothing is said of them. */
  later: number;
};

type Failed = Extract<BundleVerdict, { ok: false }>;
type Ended = { place: number; runId: string; log: string; run: BundledRun | null };

/** Ends a check. */
class Found extends Error {
  readonly verdict: Failed;

  constructor(place: number, why: BundleFault, more: Omit<Partial<Failed>, "ok"> = {}) {
    super(why);
    this.verdict = { ok: false, place, why, ...more };
  }
}

export class BundleCheck {
  readonly #verifierKeys: readonly string[];
  readonly #anchors: Checkpoint[] = [];
  readonly #tree = openRange();
  readonly #erasures: ErasedRun[] = [];
  readonly #tombstones: Tombstone[] = [];
  readonly #counts = { rows: 0, blank: 0, runs: 0, erased: 0, checkpoints: 0, withheld: 0 };
  readonly #met = new Set<Checkpoint>();
  #lines = 0;
  /** Null before the first line. */
  #claim: ExportClaim | null = null;
  /** Up to here a checkpoint vouches for the rows. */
  #vouched = 0;
  /** The run whose end was read last, until its log is whole. */
  #ended: Ended | null = null;
  #fault: Failed | null = null;

  /**
   * @param verifierKeys of the deployment: its checkpoints must be signed by one of them
   * @param anchors signed notes from elsewhere, which the bundle must agree with
   * @throws Error that names a malformed key
   */
  constructor(verifierKeys: readonly string[], anchors: readonly string[] = []) {
    this.#verifierKeys = verifierKeys;
    this.#guard(() => {
      for (const note of anchors) {
        const anchor = openCheckpoint(note, verifierKeys);
        if (!anchor) throw new Found(0, "note-unreadable");
        this.#anchors.push(anchor);
      }
    });
  }

  /** @param text a line of the file, without its newline. Behind a fault, lines are ignored. */
  read(text: string): void {
    this.#lines += 1;
    if (text !== "") this.#guard(() => this.#readLine(text));
  }

  /** Call it once, behind the last line. */
  finish(): BundleVerdict {
    this.#guard(() => this.#close());
    if (this.#fault) return this.#fault;
    const { size } = this.#tree;
    const { exportedAt = null, query = {} } = this.#claim ?? {};
    return { ok: true, size, ...this.#counts, query, exportedAt, anchors: this.#metAnchors() };
  }

  #readLine(text: string): void {
    const line = parseLine(text);
    if (!line || (this.#lines === 1) !== (line.type === "bundle"))
      throw new Found(this.#tree.size, "line-unreadable", { line: this.#lines });
    if (line.type === "bundle") this.#readFirst(line);
    if (line.type === "run" || line.type === "run-event") this.#readLog(line);
    else {
      this.#closeRun();
      if (line.type === "tree") this.#readTree(line);
      else if (line.type === "event") this.#readEvent(line);
      else if (line.type === "checkpoint") this.#readCheckpoint(line);
      this.#meetAnchors();
    }
  }

  #close(): void {
    this.#closeRun();
    const { size } = this.#tree;
    if (this.#lines === 0) throw new Found(0, "line-unreadable", { line: 1 });
    if (this.#vouched < size) throw new Found(this.#vouched, "cut-off");
    // A trail that is written goes on behind an export; a bundle that is none of an export must reach its end.
    if (this.#farthest() > size && !this.#claim?.isNamed) throw new Found(size, "cut-off");
    const tombstones = this.#erasures.map(({ tombstone }) => tombstone);
    this.#expect(this.#claim?.findFault(size, this.#anchors, tombstones));
    const unproved = findUnproved(this.#erasures, this.#tombstones);
    if (unproved) throw new Found(unproved.place, "erasure-unproved", { runId: unproved.runId });
  }

  #readFirst(line: BundleLineOf<"bundle">): void {
    this.#claim = ExportClaim.of(line);
    if (!this.#claim) throw new Found(0, "line-unreadable", { line: 1 });
  }

  #expect(fault: { place: number; why: BundleFault } | null | undefined): void {
    if (fault) throw new Found(fault.place, fault.why);
  }

  #metAnchors(): MetAnchors {
    const { size } = this.#tree;
    const farthest = Math.max(0, ...this.#anchors.map((anchor) => anchor.size));
    return {
      given: this.#anchors.length,
      compared: this.#met.size,
      reachEnd: this.#anchors.length > 0 && farthest >= size,
      later: this.#farthest() - size,
    };
  }

  /** How many events the trail has, as far as the bundle and the anchors know. */
  #farthest(): number {
    return Math.max(this.#tree.size, ...this.#anchors.map(({ size }) => size));
  }

  /** Checks nothing after the first fault. */
  #guard(check: () => void): void {
    if (this.#fault) return;
    try {
      check();
    } catch (error) {
      if (!(error instanceof Found)) throw error;
      this.#fault = error.verdict;
    }
  }

  #readTree({ place, leaves, hash }: BundleLineOf<"tree">): void {
    const subtree = fromHex(hash);
    const fits =
      place === this.#tree.size && Number.isInteger(Math.log2(leaves)) && place % leaves === 0;
    if (!subtree || !fits) throw new Found(this.#tree.size, "leaf-missing");
    this.#expect(this.#claim?.readTree(place));
    this.#tree.appendSubtree(leaves, subtree);
  }

  #readEvent({ leaf, hash, detail, salt }: BundleLineOf<"event">): void {
    const { size } = this.#tree;
    const { place } = leaf;
    const leafHash = hashLeaf(canonical(leaf));
    if (toHex(leafHash) !== hash) throw new Found(size, "row-changed");
    if (place !== size) throw new Found(Math.min(place, size), "leaf-missing");
    if (salt !== undefined && toHex(commitTo(detail ?? null, salt)) !== leaf.detail)
      throw new Found(place, "row-changed");
    if (salt === undefined && isKeptDetail(leaf.action)) throw new Found(place, "detail-missing");
    this.#expect(this.#claim?.readRow(leaf, salt === undefined ? undefined : detail));
    this.#tree.append(leafHash);
    this.#counts.rows += 1;
    if (salt === undefined) this.#counts.blank += 1;
    if (salt !== undefined) this.#tombstones.push(...readTombstone(place, leaf.action, detail));
    if (leaf.log && leaf.runId)
      this.#ended = { place, runId: leaf.runId, log: leaf.log, run: null };
  }

  #readLog(line: BundleLineOf<"run"> | BundleLineOf<"run-event">): void {
    const ended = this.#ended;
    const isFirst = line.type === "run";
    if (!ended || line.runId !== ended.runId || isFirst !== (ended.run === null))
      throw new Found(ended?.place ?? this.#tree.size, "line-unreadable", { line: this.#lines });
    if (line.type === "run") ended.run = { log: ended.log, line, events: [] };
    else ended.run?.events.push(line.event);
  }

  #closeRun(): void {
    if (!this.#ended) return;
    const { place, runId, run } = this.#ended;
    this.#ended = null;
    if (!run) throw new Found(place, "run-missing", { runId });
    const verdict = checkBundledRun(run);
    if (!verdict.ok) throw new Found(place, verdict.why, { runId, seq: verdict.seq });
    const { erased: tombstone } = run.line;
    if (tombstone === undefined) {
      const gone = run.events.find(({ payload }) => payload === null);
      if (gone && this.#claim?.hasPayloads)
        throw new Found(place, "payload-missing", { runId, seq: gone.seq });
      this.#counts.withheld += verdict.blank;
    } else {
      this.#erasures.push({ place, runId, tombstone });
      this.#counts.erased += 1;
    }
    this.#counts.runs += 1;
  }

  #readCheckpoint({ note }: BundleLineOf<"checkpoint">): void {
    const { size } = this.#tree;
    const signed = openCheckpoint(note, this.#verifierKeys);
    if (!signed) throw new Found(this.#vouched, "note-unreadable");
    if (signed.size > size) throw new Found(size, "cut-off");
    if (signed.size < size || !isSame(signed.root, this.#tree.root()))
      throw new Found(this.#vouched, "root-differs");
    this.#counts.checkpoints += 1;
    this.#vouched = size;
    this.#claim?.readCheckpoint(size);
  }

  #meetAnchors(): void {
    const { size } = this.#tree;
    for (const anchor of this.#anchors) {
      if (anchor.size !== size) continue;
      if (!isSame(anchor.root, this.#tree.root())) throw new Found(this.#vouched, "root-differs");
      if (size > 0) this.#met.add(anchor);
    }
  }
}

function parseLine(text: string): BundleLine | null {
  try {
    return BundleLine.parse(parseByValue(text));
  } catch {
    return null;
  }
}

type BundledRun = {
  /** As the leaf of the run's end has it, hex. */
  log: string;
  line: BundleLineOf<"run">;
  events: BundleLineOf<"run-event">["event"][];
};

/** `blank`: events without their payload. */
type BundledRunVerdict = { ok: true; blank: number } | { ok: false; seq: number; why: BundleFault };

/** Checks the log of a run as a bundle has it. Pure. */
function checkBundledRun({ log, line, events }: BundledRun): BundledRunVerdict {
  const root = fromHex(log);
  const commitments = fromBase64(line.commitments);
  if (!root || !commitments || !isSame(rootOfCommitments(commitments), root))
    return { ok: false, seq: 0, why: "seal-changed" };
  if (line.erased !== undefined && events.length === 0) return { ok: true, blank: 0 };
  const verdict = verifyLog({ root, commitments }, events);
  return verdict.ok ? { ok: true, blank: verdict.erased } : verdict;
}
