"use client";
/** The menu of the signed-in person: theme, inspector, settings, account, sign out. */
import {
  Bell,
  BellOff,
  Eye,
  LogOut,
  Monitor,
  Moon,
  ScanEye,
  Settings2,
  Sun,
  UserRound,
} from "lucide-react";
import { theme } from "@/components/ui/device-choice.ts";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Menu, MenuChoice, MenuItem, MenuLink } from "@/components/ui/overlay/menu.tsx";
import { LOOKS_ADDRESS } from "@/lib/contracts/public/looks/looks-place.ts";
import * as text from "@/lib/messages/chat.ts";
import * as looksText from "@/lib/messages/looks.ts";
import * as settingsText from "@/lib/messages/settings.ts";
import * as uiText from "@/lib/messages/ui.ts";
import { turnNoticesOff, turnNoticesOn, useNoticeState } from "../../ui/notice-setting.ts";
import { signOut } from "../data/sign-out.ts";
import { useUnseenLooks } from "../data/use-unseen-looks.ts";
import { UnseenDot } from "./unseen-dot.tsx";

type PersonMenuProps = {
  trigger: Trigger;
  email: string;
  /** True for an operator, who may open the inspector. */
  canInspect: boolean;
};

export default function PersonMenu({ trigger, email, canInspect }: PersonMenuProps) {
  const isUnseen = useUnseenLooks();
  return (
    <Menu side="top" trigger={trigger} className="w-(--anchor-width)">
      <p className="truncate px-2 pt-1 pb-1.5 text-xs text-faint">{email}</p>
      <ThemeChoice />
      <NoticeSwitch />
      {canInspect && (
        <MenuLink href="/admin/runs">
          <ScanEye className="size-4" strokeWidth={1.6} aria-hidden="true" />
          {text.inspector()}
        </MenuLink>
      )}
      <MenuLink href="/settings">
        <Settings2 className="size-4" strokeWidth={1.6} aria-hidden="true" />
        {settingsText.title()}
      </MenuLink>
      <MenuLink href="/account">
        <UserRound className="size-4" strokeWidth={1.6} aria-hidden="true" />
        {looksText.menu()}
      </MenuLink>
      {isUnseen && (
        <MenuLink href={LOOKS_ADDRESS}>
          <Eye className="size-4" strokeWidth={1.6} aria-hidden="true" />
          {looksText.title()}
          <UnseenDot />
        </MenuLink>
      )}
      <MenuItem onClick={() => void signOut()}>
        <LogOut className="size-4" strokeWidth={1.6} aria-hidden="true" />
        {text.signOut()}
      </MenuItem>
    </Menu>
  );
}

/** Asks the browser for permission only here, on a press. */
function NoticeSwitch() {
  const state = useNoticeState();
  if (state === null || state === "unsupported") return null;
  if (state === "blocked")
    return (
      <MenuItem isDisabled onClick={() => undefined}>
        <BellOff className="size-4" strokeWidth={1.6} aria-hidden="true" />
        {text.noticesBlocked()}
      </MenuItem>
    );
  return (
    <MenuItem onClick={() => void (state === "on" ? turnNoticesOff() : turnNoticesOn())}>
      {state === "on" ? (
        <BellOff className="size-4" strokeWidth={1.6} aria-hidden="true" />
      ) : (
        <Bell className="size-4" strokeWidth={1.6} aria-hidden="true" />
      )}
      {state === "on" ? text.noticesTurnOff() : text.noticesTurnOn()}
    </MenuItem>
  );
}

const ICON = { className: "size-3.5", strokeWidth: 1.75, "aria-hidden": true } as const;

function ThemeChoice() {
  const current = theme.use();
  return (
    <MenuChoice
      label={uiText.theme()}
      value={current}
      onChange={theme.choose}
      options={[
        { value: "system", name: uiText.themeSystem(), icon: <Monitor {...ICON} /> },
        { value: "light", name: uiText.themeLight(), icon: <Sun {...ICON} /> },
        { value: "dark", name: uiText.themeDark(), icon: <Moon {...ICON} /> },
      ]}
    />
  );
}
