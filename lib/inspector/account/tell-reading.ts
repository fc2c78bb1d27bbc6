/** The account of what a run read, from where, and of what it remembered. Pure. */
import "server-only";
import type { Payload } from "../../contracts/inspector/events/inspected-event.ts";
import { nameSource } from "../../contracts/public/sources/name-source.ts";
import { PublicSource } from "../../contracts/public/sources/public-source.ts";
import type { SegmentKind } from "../../contracts/run/prompt-manifest.ts";
import * as texts from "../../messages/inspector-account.ts";
import type { AccountLog } from "./account-log.ts";
import { counted, listNames, say, type Told, toLines } from "./say.ts";

/** What each kind of segment is, in words. The order is that of the list. */
const READ: Record<SegmentKind, () => string> = {
  "system-prompt": texts.readInstructions,
  "tool-schemas": texts.readInstructions,
  "current-input": texts.readQuestion,
  "attachment-reference": texts.readFiles,
  "attachment-content": texts.readFiles,
  "own-instructions": texts.readOwnInstructions,
  "tool-history": texts.readEarlier,
  "rebuilt-conversation": texts.readEarlier,
  "visible-turn": texts.readEarlier,
  "judged-turn": texts.readEarlier,
  "context-state": texts.readFacts,
  "structured-facts": texts.readFacts,
  "shared-context": texts.readFacts,
  "step-result": texts.readResults,
  "run-scratchpad": texts.readResults,
};

const KINDS = Object.keys(READ) as SegmentKind[];

export function tellRead(log: AccountLog): Told[] {
  const calls = log.of("model.called");
  const kinds = new Set(
    calls.flatMap(({ body }) => body.manifest.segments.map(({ kind }) => kind)),
  );
  const what = listNames(KINDS.filter((kind) => kinds.has(kind)).map((kind) => READ[kind]()));
  const numbered = log.of("sources.numbered");
  const nodes = new Map(log.of("hop.started").map(({ body }) => [body.hopRef, body.nodeId]));
  const tools = listNames(numbered.map(({ body }) => nodes.get(body.hopRef) ?? body.hopRef));
  const shown = log.of("sources.shown");
  return [
    ...say("read", describeReading(calls.length, what), calls),
    ...say("read", texts.sourcesRead({ tools }), numbered, numbered.map(sourcesOf)),
    ...say("read", texts.sourcesCited(), shown, shown.map(sourcesOf)),
  ];
}

function describeReading(calls: number, what: string): string {
  return what === ""
    ? texts.modelCalled(counted(calls))
    : texts.modelRead({ ...counted(calls), what });
}

function sourcesOf({ body }: { body: { sources: Payload } }): Payload {
  return toLines(body.sources, PublicSource, nameWithPlace);
}

function nameWithPlace(source: PublicSource): string {
  const address = source.kind === "page" ? source.address : null;
  return address === null ? nameSource(source) : `${nameSource(source)}: ${address}`;
}

export function tellRemembered(log: AccountLog): Told[] {
  const loaded = log.of("state.loaded").filter(({ body }) => body.version > 0);
  const saved = [...log.of("state.saved"), ...log.of("context.changed")];
  const names = (placed: readonly { body: { agentId: string } }[]) =>
    listNames(placed.map(({ body }) => log.nameOf(body.agentId)));
  return [
    ...say("remembered", texts.memoryLoaded({ agents: names(loaded) }), loaded),
    ...say("remembered", texts.memorySaved({ agents: names(saved) }), saved),
  ];
}
