/** What is wanted of a message now and then. */
"use client";
import { ClipboardType, ListChecks, ReceiptText, Scale } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu.tsx";
import * as text from "@/lib/messages/chat.ts";
import * as madeText from "@/lib/messages/made.ts";
import * as reviewText from "@/lib/messages/review.ts";

const ContestDialog = lazy(() => import("../contest/contest-dialog.tsx"));
const MadeDialog = lazy(() => import("./made-dialog.tsx"));

type MoreMenuProps = {
  trigger: Trigger;
  /** Undefined for a question. */
  answerId: string | undefined;
  isContested: boolean | undefined;
  onCopyFormatted: () => void;
};

const ICON = { className: "size-4", strokeWidth: 1.6, "aria-hidden": true } as const;

export default function MoreMenu(props: MoreMenuProps) {
  const { trigger, answerId, isContested, onCopyFormatted } = props;
  /** Null until it was opened: its code comes then. */
  const [isMadeOpen, setMadeOpen] = useState<boolean | null>(null);
  const [isContestOpen, setContestOpen] = useState<boolean | null>(null);
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onClick={onCopyFormatted}>
          <ClipboardType {...ICON} />
          {text.copyFormatted()}
        </MenuItem>
        {answerId !== undefined && (
          <>
            <MenuItem onClick={() => setMadeOpen(true)}>
              <ListChecks {...ICON} />
              {madeText.title()}
            </MenuItem>
            <MenuLink href={`/api/messages/${answerId}/receipt`}>
              <ReceiptText {...ICON} />
              {text.downloadReceipt()}
            </MenuLink>
            {!isContested && (
              <MenuItem onClick={() => setContestOpen(true)}>
                <Scale {...ICON} />
                {reviewText.contest()}
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {answerId !== undefined && isMadeOpen !== null && (
        <Suspense>
          <MadeDialog answerId={answerId} isOpen={isMadeOpen} onClose={() => setMadeOpen(false)} />
        </Suspense>
      )}
      {answerId !== undefined && isContestOpen !== null && (
        <Suspense>
          <ContestDialog
            answerId={answerId}
            isOpen={isContestOpen}
            onClose={() => setContestOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
