/** The settings that the scripts read and the server does not. */
export const START_SETTINGS = [
  "HALFSILVER_DATA_DIR",
  "HALFSILVER_DEMO_PASSWORD",
  "HALFSILVER_ADMIN_PASSWORD",
  "HALFSILVER_HOST",
  "DEMO_MODEL_PORT",
  "DEMO_MODEL_TOKEN_DELAY_MS",
  "DEMO_MODEL_CONTROL",
  "HALFSILVER_TEST_CHROMIUM",
] as const;
