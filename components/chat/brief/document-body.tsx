/** The text of a document with what can be done with it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { Markdown } from "@/components/ui/markdown/markdown.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/document-panel.ts";
import { request } from "../data/get-json.ts";
import { chatKeys } from "../data/queries.ts";
import { markdownAddress, type ShownDocument } from "./documents-of.ts";
import { Downloads } from "./downloads.tsx";

export type DocumentBodyProps = {
  document: ShownDocument;
  /** False where a newer one was written since. */
  isNewest: boolean;
  /** True while an answer is being written: what is said has to wait for its end. */
  isBusy: boolean;
  onSay: (text: string) => void;
};

export function DocumentBody({ document: { file }, isNewest, isBusy, onSay }: DocumentBodyProps) {
  const { data, error, refetch } = useText(file);
  return (
    <>
      <div className="border-b px-3 py-1.5">
        <Downloads key={file.id} file={file} />
      </div>
      <section
        {...SCROLLS}
        aria-label={text.document()}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 pb-8 focus-visible:-outline-offset-2"
      >
        {file.corrected && isNewest && (
          <Notice
            className="mb-4"
            action={
              <Button
                look="outline"
                size="sm"
                aria-disabled={isBusy}
                className="pointer-coarse:min-h-11"
                onClick={() => !isBusy && onSay(text.writeAnewMessage())}
              >
                {text.writeAnew()}
              </Button>
            }
          >
            {text.correctedSince()}
          </Notice>
        )}
        {!isNewest && <p className="mb-4 text-xs text-soft">{text.newDocument()}</p>}
        {data !== undefined && <Markdown text={data} isGrowing={false} />}
        {data === undefined && error && (
          <Notice
            role="alert"
            tone="danger"
            action={
              <Button look="outline" size="sm" onClick={() => void refetch()}>
                {text.tryAgain()}
              </Button>
            }
          >
            {text.documentFailed()}
          </Notice>
        )}
        {data === undefined && !error && <BodySkeleton />}
      </section>
    </>
  );
}

/** Focusable, so that the keyboard can scroll it. */
const SCROLLS = { tabIndex: 0 } as const;

/** A document never changes: a corrected one is another file. */
function useText(file: PublicAttachment) {
  return useQuery({
    queryKey: chatKeys.document(file.id),
    queryFn: async ({ signal }) =>
      (await request(markdownAddress(file), { signal, cache: "no-store" })).text(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

function BodySkeleton() {
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {text.loadingDocument()}
      </p>
      <SkeletonLine className="w-3/5" />
      <SkeletonLine className="w-11/12" />
      <SkeletonLine className="w-4/5" />
    </div>
  );
}
