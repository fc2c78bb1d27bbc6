/** Chooses the encoding of a text file, with its text in that encoding below: the same file is then attached once more. */
"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Select } from "@/components/ui/overlay/select.tsx";
import type { PublicAttachment } from "@/lib/contracts/public/conversation.ts";
import { charsetOf } from "@/lib/contracts/public/files/charset.ts";
import { TextEncoding } from "@/lib/contracts/public/files/text-encoding.ts";
import * as text from "@/lib/messages/encodings.ts";
import * as fileText from "@/lib/messages/files.ts";
import { RequestFailed, readFailure } from "../../data/get-json.ts";

/** Puts the version that is read anew in the place of a file. @returns what to tell the person */
export type OnReread = (file: PublicAttachment, before: PublicAttachment) => string;

type ChooseEncodingProps = {
  file: PublicAttachment;
  /** In which the text below is shown; null: as the file is read now. */
  shown: TextEncoding | null;
  onShow: (encoding: TextEncoding) => void;
  /** Where the text below does not read well. */
  isUnfit: boolean;
  onReread: OnReread;
};

const OPTIONS = TextEncoding.options.map((value) => ({ value, name: text.encodingName(value) }));

export function ChooseEncoding({ file, shown, onShow, isUnfit, onReread }: ChooseEncodingProps) {
  const [said, setSaid] = useState<{ is: "done" | "failed"; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const done = useRef<HTMLDivElement>(null);
  const isDone = said?.is === "done";
  // The button that was pressed is gone: its place in the dialog is not lost.
  useEffect(() => {
    if (isDone) done.current?.focus();
  }, [isDone]);
  const current = charsetOf(file.mediaType) ?? "utf-8";
  const value = shown ?? current;
  const isOffered = value !== current && !isUnfit && !isDone;
  // A file of before this choice may be read in an encoding that is not offered.
  const options = OPTIONS.some((option) => option.value === value)
    ? OPTIONS
    : [{ value: value as TextEncoding, name: text.encodingName(value) }, ...OPTIONS];
  const use = async () => {
    setBusy(true);
    try {
      const anew = await readAnew(file, value as TextEncoding);
      setSaid({ is: "done", text: onReread(anew, file) });
    } catch (error) {
      const message = error instanceof RequestFailed ? error.message : fileText.serverFault();
      setSaid({ is: "failed", text: message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-64 max-w-full">
          <Select
            label={text.encoding()}
            value={value as TextEncoding}
            options={options}
            onChange={(chosen) => {
              setSaid(null);
              onShow(chosen);
            }}
            className="pointer-coarse:h-11"
          />
        </div>
        {isOffered && (
          <Button
            look="primary"
            size="sm"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void use()}
          >
            {isBusy ? text.readingAnew() : text.chooseIt()}
          </Button>
        )}
        {!isOffered && said === null && (
          <span className="text-xs text-faint">{text.encodingHelp()}</span>
        )}
      </div>
      <div role="status">
        {isDone && (
          <Notice className="mt-2" noticeRef={done}>
            {said.text}
          </Notice>
        )}
      </div>
      <div role="alert">
        {said?.is === "failed" && (
          <Notice tone="danger" className="mt-2">
            {said.text}
          </Notice>
        )}
      </div>
    </div>
  );
}

/** @throws RequestFailed */
async function readAnew(
  { id }: PublicAttachment,
  encoding: TextEncoding,
): Promise<PublicAttachment> {
  const [response, contract] = await Promise.all([
    fetch(`/api/attachments/${id}/preview/encoding`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ encoding }),
    }).catch(() => {
      throw new RequestFailed("unreachable", fileText.uploadUnreachable());
    }),
    import("@/lib/contracts/public/conversation.ts"),
  ]);
  const body: unknown = await response.json().catch(() => null);
  const attachment = contract.PublicAttachment.safeParse(body);
  if (response.ok && attachment.success) return attachment.data;
  throw await readFailure(body);
}
