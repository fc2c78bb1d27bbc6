/** The menu of the signed-in person: theme, inspector, settings, account, sign out. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Bell,
  BellOff,
  ChevronsUpDown,
  Eye,
  LogOut,
  Monitor,
  Moon,
  Scale,
  ScanEye,
  Settings2,
  Sun,
  UserRound,
} from "lucide-react";
import { theme } from "@/components/ui/device/device-choice.ts";
import { poll } from "@/components/ui/device/polling.ts";
import { Menu, MenuChoice, MenuItem, MenuLink } from "@/components/ui/overlay/menu.tsx";
import type { LooksNews } from "@/lib/contracts/public/person/looks-news.ts";
import { CONTESTED_ADDRESS, LOOKS_ADDRESS } from "@/lib/contracts/public/person/looks-place.ts";
import * as text from "@/lib/messages/chat.ts";
import * as looksText from "@/lib/messages/looks.ts";
import * as reviewText from "@/lib/messages/review.ts";
import * as settingsText from "@/lib/messages/settings.ts";
import * as uiText from "@/lib/messages/ui.ts";
import { turnNoticesOff, turnNoticesOn, useNoticeState } from "../../ui/device/notice-setting.ts";
import { getJson } from "../data/get-json.ts";
import { chatKeys } from "../data/queries.ts";
import { signOut } from "../session/sign-out.ts";

export type PersonMenuProps = {
  name: string;
  email: string;
  /** True for an operator, who may open the inspector. */
  canInspect: boolean;
};

/** Its first character. Half of an emoji would not come through HTML. */
const initialOf = (words: string) => [...words.trim()][0];

export default function PersonMenu({ name, email, canInspect }: PersonMenuProps) {
  const client = useQueryClient();
  const { unseen: isUnseen, verdict: hasVerdict } = useNews();
  const trigger = (
    <button
      type="button"
      className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover data-popup-open:bg-hover"
    >
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-raised text-[0.6875rem] font-medium text-soft uppercase"
      >
        {initialOf(name) || initialOf(email)}
      </span>
      <span className="min-w-0 flex-1 truncate">{name || email}</span>
      {(isUnseen || hasVerdict) && (
        <>
          <Dot />
          <span className="sr-only">
            {hasVerdict ? reviewText.newVerdict() : looksText.unseen()}
          </span>
        </>
      )}
      <ChevronsUpDown className="size-3.5 text-faint" strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
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
          <Dot />
        </MenuLink>
      )}
      {hasVerdict && (
        <MenuLink href={CONTESTED_ADDRESS}>
          <Scale className="size-4" strokeWidth={1.6} aria-hidden="true" />
          {reviewText.newVerdict()}
          <Dot />
        </MenuLink>
      )}
      <MenuItem onClick={() => void signOut(client)}>
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

/** Quiet: no number, no colour of alarm. */
function Dot() {
  return <span aria-hidden="true" className="ms-auto size-1.5 shrink-0 rounded-full bg-accent" />;
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

const loadSchema = async () =>
  (await import("@/lib/contracts/public/person/looks-news.ts")).LooksNews;

const NO_NEWS: LooksNews = { unseen: false, verdict: false };

/** Asked each minute, and when the person comes back to the tab. An open account page hears at once. */
function useNews(): LooksNews {
  const { data } = useQuery({
    queryKey: chatKeys.looks(),
    queryFn: ({ signal }) => getJson(loadSchema, "/api/looks", signal),
    ...poll<LooksNews>(),
    refetchOnWindowFocus: "always",
    retry: false,
  });
  return data ?? NO_NEWS;
}
