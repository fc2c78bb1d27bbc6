/** All files of a conversation, beside their button. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { IconLink } from "@/components/ui/button.tsx";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import * as fileText from "@/lib/messages/files.ts";
import * as text from "@/lib/messages/previews.ts";
import { getJson } from "../../data/get-json.ts";
import { chatKeys } from "../../data/queries.ts";
import { addressOf, lineOf } from "./describe-file.ts";
import { FileCard } from "./file-card.tsx";
import { useFilePreview } from "./use-file-preview.tsx";

type ConversationFilesProps = {
  trigger: Trigger;
  conversationId: string;
};

export default function ConversationFiles({ trigger, conversationId }: ConversationFilesProps) {
  const { open, dialog } = useFilePreview();
  const label = fileText.conversationFiles();
  return (
    <>
      <Popover label={label} align="end" className="w-[min(24rem,92vw)]" trigger={trigger}>
        <p className="mb-2 font-[560]">{label}</p>
        <FileList conversationId={conversationId} onOpen={open} />
      </Popover>
      {dialog}
    </>
  );
}

const loadSchema = async () =>
  (await import("@/lib/contracts/public/files/conversation-files.ts")).ConversationFiles;

type FileListProps = { conversationId: string; onOpen: (file: PublicAttachment) => void };

function FileList({ conversationId, onOpen }: FileListProps) {
  const { data, isError } = useQuery({
    queryKey: chatKeys.files(conversationId),
    queryFn: ({ signal }) =>
      getJson(loadSchema, `/api/conversations/${conversationId}/files`, signal),
    staleTime: 0,
    retry: false,
  });
  if (isError) return <p role="alert">{text.filesUnread()}</p>;
  if (!data)
    return (
      <p role="status" className="text-soft">
        {text.loading()}
      </p>
    );
  if (data.files.length === 0) return <p className="text-soft">{text.noFiles()}</p>;
  return (
    <ul aria-label={fileText.conversationFiles()} className="grid gap-1.5">
      {data.files.map(({ file, from }) => (
        <FileCard
          key={file.id}
          file={file}
          line={[lineOf(file), from === "person" ? text.fromYou() : text.fromAnswer()].join(" · ")}
          onOpen={() => onOpen(file)}
          className="w-full"
        >
          <IconLink
            href={addressOf(file)}
            download={file.name}
            aria-label={text.downloadFile({ name: file.name })}
            className="h-full! w-11"
          >
            <Download className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </IconLink>
        </FileCard>
      ))}
    </ul>
  );
}
