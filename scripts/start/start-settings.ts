/**
 * The settings that only the scripts and the demo model read, as docs/settings.md describes them. The settings of the server
 * stand in lib/env/schema.
 */
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../lib/contracts/limits.ts";
import { TOKEN_DELAY_DEFAULT_MS } from "../../lib/demo-model/limits.ts";
import { DEMO_PASSWORD_MIN_CHARS } from "../limits.ts";

/** In Markdown. */
type StartSetting = { byDefault: string; values: string; meaning: string };

export const START_SETTINGS = {
  HALFSILVER_HOST: {
    byDefault: "127.0.0.1; 0.0.0.0 with `DATABASE_URL`",
    values: "an address of this machine",
    meaning: "The address that the server listens on. It is read only with `DATABASE_URL`.",
  },
  HALFSILVER_DATA_DIR: {
    byDefault: "`.data`",
    values: "a folder",
    meaning: "The folder of the embedded database, the secret, the demo password and the anchors.",
  },
  HALFSILVER_DEMO_PASSWORD: {
    byDefault: "random, kept and printed",
    values: `${DEMO_PASSWORD_MIN_CHARS} characters or more`,
    meaning: "Password of the demo accounts.",
  },
  HALFSILVER_ADMIN_PASSWORD: {
    byDefault: "asked for",
    values: `${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters`,
    meaning: "Password for `npm run create-admin` without a terminal.",
  },
  DEMO_MODEL_PORT: {
    byDefault: "a free one",
    values: "1 to 65535",
    meaning: "Port of the demo model.",
  },
  DEMO_MODEL_TOKEN_DELAY_MS: {
    byDefault: `\`${TOKEN_DELAY_DEFAULT_MS}\``,
    values: "0 to 60000 ms",
    meaning: "Pause of the demo model before each token.",
  },
  DEMO_MODEL_CONTROL: {
    byDefault: "`0`",
    values: "`0`, `1`",
    meaning: "1 opens the demo model's control address, which scripts its answers, for tests.",
  },
  HALFSILVER_TEST_CHROMIUM: {
    byDefault: "found or installed",
    values: "a file",
    meaning: "The browser that `npm test` uses.",
  },
} satisfies Record<string, StartSetting>;
