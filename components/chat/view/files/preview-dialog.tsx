/** Shows a file before it is downloaded: a picture, the beginning of a text, a table, pages, sheets or slides. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { CodeBlock } from "@/components/ui/markdown/code/code-block.tsx";
import { SCROLLABLE } from "@/components/ui/markdown/in-place.tsx";
import { Markdown } from "@/components/ui/markdown/markdown.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import { isText } from "@/lib/contracts/public/files/charset.ts";
import type { FilePreview, PreviewPart } from "@/lib/contracts/public/files/file-preview.ts";
import type { TextEncoding } from "@/lib/contracts/public/files/text-encoding.ts";
import { fileNotes } from "@/lib/messages/file-notes.ts";
import * as text from "@/lib/messages/previews.ts";
import { getJson, RequestFailed } from "../../data/get-json.ts";
import { chatKeys } from "../../data/queries.ts";
import { ChooseEncoding, type OnReread } from "./choose-encoding.tsx";
import { addressOf, endingOf, isPicture, lineOf } from "./describe-file.ts";

type PreviewDialogProps = {
  file: PublicAttachment;
  isOpen: boolean;
  onClose: () => void;
  /** Absent: the encoding of a text cannot be chosen here. */
  onReread?: OnReread | undefined;
};

export function PreviewDialog({ file: opened, isOpen, onClose, onReread }: PreviewDialogProps) {
  /** The version that took its place here, which can be read in yet another encoding. */
  const [file, setFile] = useState(opened);
  const { name } = file;
  const onVersion: OnReread | undefined =
    onReread &&
    ((anew, before) => {
      setFile(anew);
      return onReread(anew, before);
    });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.preview({ name })}
      className="w-[min(60rem,94vw)]"
    >
      <div className="flex items-center gap-3 pe-9">
        <p className="min-w-0 flex-1">
          <span dir="auto" className="block truncate font-[560]">
            {name}
          </span>
          <span className="block text-xs text-faint">
            {lineOf(file).replace(/ (?=[KM]?B$)/, "\u00A0")}
          </span>
        </p>
        <a
          href={addressOf(file)}
          download={name}
          className="flex h-9 items-center gap-1.5 rounded-md border border-line-strong px-3 text-sm hover:bg-hover pointer-coarse:h-11"
        >
          <Download className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {text.download()}
        </a>
      </div>
      <div className="mt-4">
        {isPicture(file) ? (
          // biome-ignore lint/performance/noImgElement: an optimiser would need the person's session
          <img
            src={addressOf(file)}
            alt={file.alt ?? name}
            className="mx-auto block max-h-[65dvh] max-w-full rounded-md border border-line"
          />
        ) : (
          <TextPreview file={file} onReread={onVersion} />
        )}
      </div>
    </Dialog>
  );
}

const loadSchema = async () =>
  (await import("@/lib/contracts/public/files/file-preview.ts")).FilePreview;

type TextPreviewProps = { file: PublicAttachment; onReread?: OnReread | undefined };

function TextPreview({ file, onReread }: TextPreviewProps) {
  const [encoding, setEncoding] = useState<TextEncoding | null>(null);
  const asked = encoding === null ? "" : `?encoding=${encoding}`;
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.preview(file.id, encoding),
    queryFn: ({ signal }) =>
      getJson(loadSchema, `/api/attachments/${file.id}/preview/text${asked}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isUnfit = error instanceof RequestFailed && error.code === "encoding-unfit";
  return (
    <>
      {onReread && isText(file.mediaType) && (
        <ChooseEncoding
          file={file}
          shown={encoding}
          onShow={setEncoding}
          isUnfit={isUnfit}
          onReread={(anew, before) => {
            setEncoding(null);
            return onReread(anew, before);
          }}
        />
      )}
      {isUnfit ? (
        <Notice role="alert" tone="warn">
          {error.message}
        </Notice>
      ) : (
        <LoadedPreview file={file} data={data} isError={error !== null} refetch={refetch} />
      )}
    </>
  );
}

type LoadedPreviewProps = {
  file: PublicAttachment;
  data: FilePreview | undefined;
  isError: boolean;
  refetch: () => Promise<unknown>;
};

function LoadedPreview({ file, data, isError, refetch }: LoadedPreviewProps) {
  if (isError)
    return (
      <Notice
        role="alert"
        tone="danger"
        action={
          <Button look="outline" size="sm" onClick={() => void refetch()}>
            {text.tryAgainShort()}
          </Button>
        }
      >
        {text.previewFailed()}
      </Notice>
    );
  if (!data)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{text.loading()}</span>
        <SkeletonLine className="w-11/12" />
        <SkeletonLine className="w-4/5" />
        <SkeletonLine className="w-3/5" />
      </div>
    );
  if (data.parts.length === 0) return <p className="text-soft">{text.previewNone()}</p>;
  return (
    <>
      <Notes notes={data.notes} />
      <Parts file={file} preview={data} />
    </>
  );
}

/** What is said about the text stands apart from it. */
function Notes({ notes }: Pick<FilePreview, "notes">) {
  const sentences = fileNotes(notes);
  if (sentences.length === 0) return null;
  return (
    <p role="note" className="mb-3 text-xs text-faint">
      {sentences.join(" ")}
    </p>
  );
}

function Parts({ file, preview }: { file: PublicAttachment; preview: FilePreview }) {
  const [at, setAt] = useState(0);
  const { parts, kind } = preview;
  const part = parts[at];
  if (!part) return null;
  const isCut = part.isCut || (preview.isCut && at === parts.length - 1);
  return (
    <>
      {(parts.length > 1 || part.title !== null) && (
        <PartSwitch at={at} parts={parts} kind={kind} onChoose={setAt} />
      )}
      <PartView key={at} file={file} part={part} kind={kind} />
      {isCut && (
        <p role="note" className="mt-3 text-xs text-faint">
          {text.previewCut()}
        </p>
      )}
    </>
  );
}

type PartSwitchProps = {
  at: number;
  parts: readonly PreviewPart[];
  kind: FilePreview["kind"];
  onChoose: (at: number) => void;
};

function PartSwitch({ at, parts, kind, onChoose }: PartSwitchProps) {
  const number = String(at + 1);
  const plain = kind === "slides" ? text.partSlide({ number }) : text.partPage({ number });
  const name = parts[at]?.title ?? plain;
  const step = (to: number) => ({
    "aria-disabled": parts[to] === undefined,
    onClick: () => parts[to] !== undefined && onChoose(to),
  });
  return (
    <div className="mb-3 flex items-center gap-1 text-sm text-soft">
      <IconButton aria-label={text.previousPart()} {...step(at - 1)}>
        <ChevronLeft className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <p role="status" className="min-w-0 truncate">
        {text.part({ number, count: parts.length, name })}
      </p>
      <IconButton aria-label={text.nextPart()} {...step(at + 1)}>
        <ChevronRight className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type PartViewProps = { file: PublicAttachment; part: PreviewPart; kind: FilePreview["kind"] };

function PartView({ file, part, kind }: PartViewProps) {
  if (part.rows) return <TablePreview rows={part.rows} label={part.title ?? file.name} />;
  const said = part.text ?? "";
  if (said.trim() === "") return <p className="text-soft">{text.previewScan()}</p>;
  if (kind === "markdown") return <Markdown text={said} isGrowing={false} />;
  const ending = endingOf(file.name);
  if (kind === "text" && ending !== "" && ending !== "txt" && ending !== "docx")
    return (
      <div className="prose">
        <CodeBlock code={said} lang={ending} isGrowing={false} />
      </div>
    );
  return (
    <div dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {said}
    </div>
  );
}

type TablePreviewProps = { rows: readonly (readonly string[])[]; label: string };

/** The beginning of a table: the first row names the columns, and the rest scrolls below and beside it. */
function TablePreview({ rows: [head = [], ...rows], label }: TablePreviewProps) {
  return (
    <section
      aria-label={label}
      {...SCROLLABLE}
      className="max-h-[60dvh] overflow-auto rounded-md border border-line"
    >
      <table className="w-max min-w-full border-collapse text-start text-xs">
        <thead className="sticky top-0 bg-raised">
          <tr>
            {numbered(head).map(({ at, value }) => (
              <th
                key={at}
                scope="col"
                dir="auto"
                className="border-b border-line-strong px-2.5 py-1.5 font-[560]"
              >
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ at, value: cells }) => (
            <tr key={at} className="border-b border-line last:border-0">
              {numbered(cells).map(({ at: column, value }) => (
                <td
                  key={column}
                  dir="auto"
                  className="max-w-80 truncate px-2.5 py-1.5 tabular-nums"
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Cells have no identity but their place. */
function numbered<Value>(values: readonly Value[]): { at: number; value: Value }[] {
  return values.map((value, at) => ({ at, value }));
}
