/** One source, beside the button that opens it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { safeHref } from "@/components/ui/markdown/inline-view.tsx";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import { nameSource } from "@/lib/contracts/public/sources/name-source.ts";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";
import * as text from "@/lib/messages/chat.ts";
import { getJson } from "../data/get-json.ts";
import { chatKeys } from "../data/queries.ts";
import { AttachmentLinks } from "./files/attachment-links.tsx";

type SourcePopoverProps = {
  trigger: Trigger;
  label: string;
  source: PublicSource;
};

export default function SourcePopover({ trigger, label, source }: SourcePopoverProps) {
  return (
    <Popover label={label} className="w-[min(26rem,92vw)]" trigger={trigger}>
      <SourceCard source={source} />
    </Popover>
  );
}

function SourceCard({ source }: { source: PublicSource }) {
  switch (source.kind) {
    case "page":
      return <Page title={source.title} address={source.address} />;
    case "document":
      return <SourceFile source={source} />;
    case "service":
      return <p className="font-[520]">{nameSource(source)}</p>;
    default:
      return source satisfies never;
  }
}

function Page({ title, address }: { title: string; address: string | null }) {
  const href = address === null ? null : safeHref(address);
  if (href === null) return <p className="font-[520] wrap-anywhere">{title}</p>;
  return (
    <>
      <p className="font-[520] wrap-anywhere">{title}</p>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="mt-1 flex items-baseline gap-1.5 text-xs text-soft underline wrap-anywhere hover:text-ink"
      >
        <ExternalLink className="size-3 shrink-0 translate-y-0.5" aria-hidden="true" />
        <span className="min-w-0">{href}</span>
      </a>
    </>
  );
}

type FileSource = Extract<PublicSource, { kind: "document" }>;

/** A file as a source: the passage in its place, and the file itself. */
function SourceFile({ source }: { source: FileSource }) {
  const { attachmentId: id, name, passage } = source;
  return (
    <>
      {passage === null ? (
        <p className="font-[520] wrap-anywhere">{name}</p>
      ) : (
        <Passage id={id} name={name} passage={passage} />
      )}
      <AttachmentLinks label={text.openFile()} attachments={[{ id, name }]} className="mt-2" />
    </>
  );
}

const loadSchema = async () =>
  (await import("@/lib/contracts/public/sources/passage-excerpt.ts")).PassageExcerpt;

function Passage({ id, name, passage }: { id: string; name: string; passage: number }) {
  const { data, isError } = useQuery({
    queryKey: chatKeys.passage(id, passage),
    queryFn: ({ signal }) =>
      getJson(loadSchema, `/api/attachments/${id}/passages/${passage}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const place = data
    ? text.passageOf({ passage: String(passage), total: String(data.total) })
    : isError
      ? text.passageGone()
      : text.passageLoading();
  return (
    <>
      <p className="font-[520] wrap-anywhere">{name}</p>
      <p role="status" className="text-xs text-faint">
        {place}
      </p>
      {data && (
        <div dir="auto" className="mt-2 text-xs whitespace-pre-wrap wrap-anywhere">
          {data.before !== null && (
            <p className="text-faint">…{data.before.slice(-AROUND_CHARS)}</p>
          )}
          <blockquote className="my-1 border-s-2 border-accent ps-2 text-ink">
            {data.text}
          </blockquote>
          {data.after !== null && (
            <p className="text-faint">{data.after.slice(0, AROUND_CHARS)}…</p>
          )}
        </div>
      )}
    </>
  );
}

/** How much of the passages around one is shown. */
const AROUND_CHARS = 160;
