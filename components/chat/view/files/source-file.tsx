"use client";
/** A file as a source: the passage in its place, and the file itself. */
import { useQuery } from "@tanstack/react-query";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";
import * as text from "@/lib/messages/chat.ts";
import { getJson } from "../../data/get-json.ts";
import { chatKeys } from "../../data/queries.ts";
import { AttachmentLinks } from "./attachment-links.tsx";

type FileSource = Extract<PublicSource, { kind: "document" }>;

export function SourceFile({ source }: { source: FileSource }) {
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
        <div className="mt-2 text-xs whitespace-pre-wrap wrap-anywhere">
          {data.before !== null && (
            <p className="text-faint">…{data.before.slice(-AROUND_CHARS)}</p>
          )}
          <blockquote className="my-1 border-l-2 border-accent pl-2 text-ink">
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
