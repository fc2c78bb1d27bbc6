/** The words of a search, from an address. */
import "server-only";
import { z } from "zod";
import { SEARCH_MAX_CHARS } from "@/lib/contracts/limits.ts";
import { AppError } from "@/lib/errors/app-error.ts";

const Search = z.string().max(SEARCH_MAX_CHARS);

/** @throws AppError `invalid` where there are none, or too many */
export function parseSearch(request: Request): string {
  const parsed = Search.safeParse(new URL(request.url).searchParams.get("q"));
  if (!parsed.success) throw new AppError("invalid");
  return parsed.data;
}
