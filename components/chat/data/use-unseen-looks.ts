"use client";
/** Whether somebody has opened what the person wrote. Asked while the tab is visible. */
import { useQuery } from "@tanstack/react-query";
import { getJson } from "./get-json.ts";
import { chatKeys } from "./queries.ts";

/** With an answer's time, a look is shown within two seconds. */
const ASKED_EVERY_MS = 1_500;

const loadSchema = async () =>
  (await import("@/lib/contracts/public/looks/looks-news.ts")).LooksNews;

export function useUnseenLooks(): boolean {
  const { data } = useQuery({
    queryKey: chatKeys.looks(),
    queryFn: ({ signal }) => getJson(loadSchema, "/api/looks", signal),
    refetchInterval: ASKED_EVERY_MS,
    retry: false,
  });
  return data?.unseen ?? false;
}
