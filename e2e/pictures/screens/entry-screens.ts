/** What is seen signed out. */
import type { Screen } from "./screen.ts";

const PAGES = {
  "sign-in": "/sign-in",
  "sign-in-refused": "/sign-in?refused=1",
  "sign-in-left": "/sign-in?left=1",
  "sign-up": "/sign-up",
  "forgot-password": "/forgot-password",
  "forgot-password-sent": "/forgot-password?sent=1",
  "reset-password-gone": "/reset-password?token=x",
  "confirm-email-gone": "/confirm-email",
  notice: "/notice",
  verify: "/verify",
  "not-found": "/nothing/of/this/name",
};

export const ENTRY_SCREENS: Screen[] = [
  ...Object.entries(PAGES).map(([name, path]) => ({ name: `entry-${name}`, path })),
  { name: "entry-sign-up-form", path: ({ pages }) => pages.signUp ?? "" },
  {
    name: "shared-copy",
    path: ({ pages }) => pages.shared ?? "",
    shows: (page) => page.getByRole("button", { name: /show it large/ }),
    isDrawn: true,
  },
];
