"use client";
/** The commands that only the palette runs, and that have no keys: they are loaded with it. */
import { useQueryClient } from "@tanstack/react-query";
import { theme } from "@/components/ui/device/device-choice.ts";
import type { Change } from "@/lib/contracts/public/organise/organise.ts";
import { chatKeys, type ListPages } from "../data/queries.ts";
import { useOrganise } from "../data/use-organise.ts";
import { signOut } from "../session/sign-out.ts";
import type { CommandId } from "./commands.ts";

type Current = { id: string; title: string; isPinned: boolean; isArchived: boolean };

/** @returns what can be done now, and how; `rename` is the palette's own */
export function useOwnCommands(
  currentId: string | null,
  canInspect: boolean,
  onRename: () => void,
): ReadonlyMap<CommandId, () => void> {
  const chosen = theme.use();
  const { mutate } = useOrganise();
  const client = useQueryClient();
  const current = useCurrent(currentId);
  const commands = new Map<CommandId, () => void>();
  if (currentId !== null) {
    const change = (to: Change) => mutate({ conversationIds: [currentId], change: to });
    const { isPinned = false, isArchived = false } = current ?? {};
    commands.set("rename", onRename);
    if (isArchived) commands.set("unarchive", () => change({ to: "unarchived" }));
    else if (isPinned) commands.set("unpin", () => change({ to: "unpinned" }));
    else commands.set("pin", () => change({ to: "pinned" }));
    if (!isArchived) commands.set("archive", () => change({ to: "archived" }));
    const exportAs = (form: string) =>
      window.location.assign(`/api/conversations/${currentId}/export?as=${form}`);
    commands.set("export-markdown", () => exportAs("markdown"));
    commands.set("export-json", () => exportAs("json"));
  }
  if (chosen !== "light") commands.set("theme-light", () => theme.choose("light"));
  if (chosen !== "dark") commands.set("theme-dark", () => theme.choose("dark"));
  if (chosen !== "system") commands.set("theme-system", () => theme.choose("system"));
  commands.set("settings", () => window.location.assign("/settings"));
  commands.set("account", () => window.location.assign("/account"));
  if (canInspect) commands.set("inspector", () => window.location.assign("/admin/runs"));
  commands.set("sign-out", () => void signOut(client));
  return commands;
}

/** What the sidebar knows of the conversation on the screen; null where it has not listed it yet. */
export function useCurrent(currentId: string | null): Current | null {
  const client = useQueryClient();
  // Of all lists that were read: the newest, the archive and the open folders.
  const lists = client.getQueriesData<ListPages>({ queryKey: chatKeys.lists() });
  for (const [key, list] of lists) {
    const all = (list?.pages ?? []).flatMap(({ conversations }) => conversations);
    const found = all.find(({ id }) => id === currentId);
    if (found) {
      const isArchived = key.at(-1) === "archive";
      return { id: found.id, title: found.title, isPinned: found.isPinned, isArchived };
    }
  }
  return null;
}
