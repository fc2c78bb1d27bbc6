/** The words of a search, from an address. */
import "server-only";
import { z } from "zod";
import { parseAs } from "@/app/api/parse-request.ts";
import { SEARCH_MAX_CHARS } from "@/lib/contracts/limits.ts";

const Search = z.string().max(SEARCH_MAX_CHARS);

/** @throws AppError `invalid` where there are none, or too many */
export function parseSearch(request: Request): string {
  return parseAs(Search, new URL(request.url).searchParams.get("q"));
}
