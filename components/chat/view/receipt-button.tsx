"use client";
/** Downloads the receipt of an answer. An answer that has just ended gets its seal within a second, which is waited for. */
import { LoaderCircle, ReceiptText } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/chat.ts";
import { RequestFailed, request } from "../data/get-json.ts";

const ASKED_MAX = 10;
const AGAIN_MS = 500;

type State = "idle" | "busy" | "none";

export function ReceiptButton({ messageId }: { messageId: string }) {
  const [state, setState] = useState<State>("idle");
  const download = async () => {
    setState("busy");
    try {
      save(await fetchReceipt(messageId), `receipt-${messageId.slice(0, 8)}.json`);
      setState("idle");
    } catch {
      setState("none");
    }
  };
  const Icon = state === "busy" ? LoaderCircle : ReceiptText;
  return (
    <IconButton
      size="sm"
      aria-label={state === "none" ? text.noReceipt() : text.downloadReceipt()}
      aria-disabled={state === "busy"}
      onClick={() => state !== "busy" && void download()}
    >
      <Icon
        className={state === "busy" ? "size-3.5 animate-spin" : "size-3.5"}
        strokeWidth={1.75}
        aria-hidden="true"
      />
    </IconButton>
  );
}

/** @throws RequestFailed where there is none */
async function fetchReceipt(messageId: string): Promise<Blob> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await (await request(`/api/messages/${messageId}/receipt`, {})).blob();
    } catch (error) {
      const isEarly = error instanceof RequestFailed && error.code === "not-sealed";
      if (!isEarly || asked === ASKED_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
