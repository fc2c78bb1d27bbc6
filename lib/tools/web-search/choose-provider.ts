import "server-only";
/** Which search provider a deployment has, by its settings. */
import type { Settings } from "../../env/settings.ts";
import { brave } from "./ask-brave.ts";
import { searxng } from "./ask-searxng.ts";
import { tavily } from "./ask-tavily.ts";
import { localSearch } from "./search-locally.ts";
import type { SearchProvider } from "./search-provider.ts";

type SearchSettings = Pick<
  Settings,
  "WEB_SEARCH_PROVIDER" | "WEB_SEARCH_URL" | "WEB_SEARCH_API_KEY" | "HALFSILVER_MODEL_KIND"
>;

/** @returns null where there is none: then the tool is not offered */
export function chooseProvider(given: SearchSettings): SearchProvider | null {
  const { WEB_SEARCH_URL: url, WEB_SEARCH_API_KEY: key = "" } = given;
  const usual = given.HALFSILVER_MODEL_KIND === "demo" ? "local" : "none";
  const provider = given.WEB_SEARCH_PROVIDER ?? usual;
  switch (provider) {
    case "searxng":
      return url === undefined ? null : searxng(url);
    case "tavily":
      return tavily(key, url);
    case "brave":
      return brave(key, url);
    case "local":
      return localSearch();
    case "none":
      return null;
    default:
      provider satisfies never;
      return null;
  }
}
