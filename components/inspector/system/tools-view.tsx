/** The MCP servers: how they are reached, what they asked of us, and their tools. */
"use client";
import { Chip } from "@/components/ui/chip.tsx";
import { poll } from "@/components/ui/device/polling.ts";
import { type InspectedServer, InspectedTools } from "@/lib/contracts/inspector/inspected-tools.ts";
import * as text from "@/lib/messages/inspector-tools.ts";
import { useInspected } from "../fetch-inspected.ts";
import { inspectorKeys } from "../inspector-keys.ts";
import { InertText } from "../values/text/inert-text.tsx";
import { Connected, ConnectedPage, Fact, Facts } from "./connected-page.tsx";
import { ADDRESS, ServerTool } from "./server-tool.tsx";

const FOLLOW_MS = 5_000;

const WORDS = { title: text.tools, intro: text.intro, loading: text.loading, none: text.none };

export function ToolsView() {
  // A server that is away may come back.
  const query = useInspected(inspectorKeys.tools(), InspectedTools, ADDRESS, {
    ...poll<InspectedTools>({
      busyMs: FOLLOW_MS,
      isBusy: (data) => data?.servers.some(({ away }) => away !== null) ?? false,
      atRest: () => false,
    }),
  });
  return (
    <ConnectedPage words={WORDS} query={query}>
      {({ servers, mayDecide }) =>
        servers.map((server) => (
          <ServerView key={server.name} server={server} mayDecide={mayDecide} />
        ))
      }
    </ConnectedPage>
  );
}

type ServerViewProps = { server: InspectedServer; mayDecide: boolean };

function ServerView({ server, mayDecide }: ServerViewProps) {
  const { name, away, reached, tools, unusable } = server;
  return (
    <Connected
      id={`server-${name}`}
      name={name}
      className="min-w-0"
      aside={
        reached === null ? (
          <Chip tone="warn">{text.notSet()}</Chip>
        ) : (
          <Chip tone={away === null ? "good" : "danger"}>
            {away === null ? text.connected() : text.away()}
          </Chip>
        )
      }
    >
      <ServerFacts server={server} />
      {tools.length + unusable.length === 0 ? (
        <p className="text-sm text-soft">{text.noTools()}</p>
      ) : (
        <ul aria-label={text.toolsOf({ server: name })} className="grid min-w-0 border-b">
          {tools.map((tool) => (
            <ServerTool
              key={tool.name}
              tool={tool}
              isPinned={server.isPinned}
              mayDecide={mayDecide && reached !== null}
            />
          ))}
          {unusable.map(({ tool, reason }) => (
            <li key={`${tool} ${reason}`} className="grid gap-1 border-t py-3 text-sm">
              <div className="flex flex-wrap items-center gap-2">
                <code className="font-mono text-xs wrap-anywhere">
                  <InertText text={tool} />
                </code>
                <Chip tone="danger">{text.unusable()}</Chip>
              </div>
              <p className="text-soft wrap-anywhere">
                <InertText text={text.unusableBecause({ reason })} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Connected>
  );
}

const ASKED = {
  sampling: text.sampling,
  elicitation: text.elicitation,
  roots: text.roots,
  other: text.otherRequest,
};

function ServerFacts({ server }: { server: InspectedServer }) {
  const { reached, label, away, asked, isPinned } = server;
  if (reached === null) return null;
  const requests = asked.map(({ what, times }) =>
    text.times({ what: ASKED[what](), count: times }),
  );
  return (
    <Facts>
      <Fact name={reached.by === "host" ? text.host() : text.command()}>
        <code className="font-mono text-xs">{reached.name}</code>
      </Fact>
      {away !== null && <Fact name={text.why()}>{away}</Fact>}
      {label !== null && <Fact name={text.shownAs()}>{label}</Fact>}
      {isPinned && <Fact name={text.pinned()}>{text.pinnedHow()}</Fact>}
      <Fact name={text.asked()}>
        {requests.length === 0 ? text.askedForNothing() : requests.join("; ")}
      </Fact>
    </Facts>
  );
}
