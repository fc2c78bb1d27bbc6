/** Settings of the demo model's process. The comment on each is its text in docs/settings.md. */
import { z } from "zod";
import { flag, int } from "../env/schema/kinds.ts";
import { TOKEN_DELAY_DEFAULT_MS } from "./limits.ts";

export const DEMO_MODEL = {
  /** Port of the demo model. 0 takes a free one. */
  DEMO_MODEL_PORT: int(0, 0, 65_535),
  /** Pause of the demo model before each token. */
  DEMO_MODEL_TOKEN_DELAY_MS: int(TOKEN_DELAY_DEFAULT_MS, 0, 60_000),
  /** 1 opens the demo model's control address, which scripts its answers, for tests. */
  DEMO_MODEL_CONTROL: flag("0"),
};

const DemoModelSettings = z.object(DEMO_MODEL);

/** An empty value counts as absent. @throws Error that names a wrong one */
export function readDemoModelSettings(environment: Record<string, string | undefined>) {
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  const parsed = DemoModelSettings.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(problems.join("; "));
}
