/** Settings of accounts: the secret, sign-up, mail, and the limits of each person. */
import { z } from "zod";
import { flag, int, places } from "./kinds.ts";

export const ACCOUNTS = {
  /**
   * Signs sessions. Required with `DATABASE_URL`; the same on every instance.
   * @default generated and kept in the data folder
   */
  BETTER_AUTH_SECRET: z.string().min(32),
  /** 0 closes sign-up. An operator can still make links to new accounts. */
  SIGN_UP_OPEN: flag("1"),
  /**
   * With 1, a new account and another e-mail address begin with a link that proves the address. With 0 they begin at once,
   * and anybody who reaches the server can find out which addresses have accounts.
   */
  CONFIRM_ADDRESSES: flag("1"),
  /**
   * Your mail server, such as `smtp://user:password@mail.example.org:587` or `smtps://`. Without it an operator hands links
   * on.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of mails. Required with `SMTP_URL`. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*\S+@\S+$/, "an address, or Name <address>")
    .optional(),
  /**
   * Without `SMTP_URL`: 1 writes links for new accounts, passwords and addresses to the server's standard output.
   * @default 1 with the embedded PostgreSQL
   */
  LINKS_IN_TERMINAL: flag("0"),
  /** 0 switches off links to shared copies: none can be made, and the existing ones lead nowhere. */
  SHARE_LINKS: flag("1"),
  /** Most answers that run at once for one person. Like all limits of a person, it is counted over all instances. */
  MAX_RUNS_AT_ONCE: int(5, 1, 10_000),
  /** Most open event streams of one person. */
  MAX_STREAMS: int(20, 1, 10_000),
  /** Most messages of one person in a minute. Retries and decisions count. */
  MAX_SENDS_PER_MINUTE: int(30, 1, 1_000_000),
  /** Most megabytes that one person uploads within 24 hours. */
  UPLOAD_QUOTA_MB_PER_DAY: int(200, 1, 1_000_000),
  /** Most files that one person uploads in a minute. */
  UPLOADS_PER_MINUTE: int(60, 1, 1_000_000),
  /**
   * Most files that one server process reads at once, each in a process of up to a gigabyte. Of this and the next five, one
   * person has half, and further work waits in a line that is fair between people.
   * @default the processors, 2 to 8
   */
  FILES_READ_AT_ONCE: places,
  /**
   * Most PDFs that one server process prints at once.
   * @default the processors, 2 to 8
   */
  PRINTS_AT_ONCE: places,
  /**
   * Most Python calls that one server process runs at once.
   * @default the processors, 4 to 16, or `PYTHON_MAX_WARM` where that is more
   */
  PYTHON_AT_ONCE: places,
  /**
   * Most searches that one server process runs at once in its database: of conversations, files and runs.
   * @default the processors, 2 to 8
   */
  SEARCHES_AT_ONCE: places,
  /**
   * Most exports that one server process writes at once. One that waits for its reader does not count.
   * @default the processors, 2 to 8
   */
  EXPORTS_AT_ONCE: places,
  /**
   * Most pages, pictures and web searches that one server process fetches at once.
   * @default four for each processor, 8 to 32
   */
  FETCHES_AT_ONCE: places,
  /**
   * Only roles with `directory:write` (`admin`) add, change or delete people in the directory. Each change needs the
   * person's approval in either case.
   * @default 0 with the embedded PostgreSQL
   */
  DIRECTORY_BY_ROLE: flag("1"),
};
