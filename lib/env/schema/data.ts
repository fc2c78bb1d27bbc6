/** Settings of data: how long each class is kept, what is masked, who may look, and how the audit trail is signed. */
import type { CountryCode } from "libphonenumber-js";
import { z } from "zod";
import { int, list } from "./kinds.ts";
import { isPhoneRegion } from "./phone-regions.ts";

/** Whether personal data of one class is kept or masked. */
const personalData = z.enum(["keep", "mask"]);

/** Days; 0: for good. */
const days = (fallback: number) => int(fallback, 0, 36_500);

/** Its name, its id and the key itself, as in signed notes. */
const VERIFIER_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/;

const secretKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "32 bytes as base64url");

export const DATA = {
  /** Days after which the hidden state of an unused conversation is forgotten. As in all of these, 0 keeps it for good. */
  HIDDEN_STATE_TTL_DAYS: days(30),
  /** Days after which an unused conversation is erased, with everything that belongs to it. */
  RETENTION_MESSAGES_DAYS: days(0),
  /** Days after which the payloads of a run's log are erased. Its events and its seal stay. */
  RETENTION_LOG_PAYLOADS_DAYS: days(0),
  /** Days, from its end, after which a whole month of the log is removed. Its runs, their answers and seals stay. */
  RETENTION_LOG_DAYS: days(0),
  /**
   * Days after which changes of structured memory that nothing uses any more are deleted.
   * @default with the hidden state that they lead to
   */
  RETENTION_CONTEXT_DELTAS_DAYS: z.coerce.number().int().min(0).max(36_500).optional(),
  /** Days after which files are deleted, uploaded and generated. */
  RETENTION_ATTACHMENTS_DAYS: days(0),
  /**
   * Days after which the words of a judged case are erased: what its person wrote, the verdict's words and notes. The case and
   * its verdict stay.
   */
  RETENTION_REVIEWS_DAYS: days(0),
  /** Days after which details of audit rows become commitments. The rows stay. */
  RETENTION_AUDIT_DAYS: days(0),
  /**
   * `mask` replaces payment card numbers in every prompt and in everything that is stored or searched, except the messages
   * and answers as their person reads them.
   */
  PERSONAL_DATA_CARDS: personalData.default("mask"),
  /** The same for bank accounts (IBAN). */
  PERSONAL_DATA_ACCOUNTS: personalData.default("mask"),
  /** The same for government ids; [decision 28](decisions/0028-personal-data-is-masked-by-class.md) lists the countries. */
  PERSONAL_DATA_IDS: personalData.default("mask"),
  /** The same for e-mail addresses. While they are masked, the chat cannot change the directory. */
  PERSONAL_DATA_EMAILS: personalData.default("keep"),
  /** The same for telephone numbers with `+` and a country. */
  PERSONAL_DATA_PHONES: personalData.default("keep"),
  /** A country whose telephone numbers are recognised without `+` and a country, too. */
  PERSONAL_DATA_PHONE_REGION: z
    .custom<CountryCode>((code) => typeof code === "string" && isPhoneRegion(code), {
      error: "a country code such as US",
    })
    .optional(),
  /**
   * Whether an admin types a reason once per run before they read what people, models and tools wrote in it, and one before
   * they search what everybody said. The person whom it concerns reads the reason.
   */
  PAYLOAD_REASON: z.enum(["required", "free"]).default("required"),
  /**
   * `on`: what an admin gives a reason for opens once another admin has confirmed it. It needs a second account with the role
   * admin, and a reason.
   */
  PAYLOAD_SECOND_ADMIN: z.enum(["on", "off"]).default("off"),
  /** Minutes that a reason opens payloads for, or a search of what everybody said. Afterwards they are masked again. */
  PAYLOAD_OPEN_MINUTES: int(60, 1, 10_080),
  /** Minutes that a reviewer has a case without writing anything. Then it is open to all reviewers again. */
  REVIEW_SEAT_MINUTES: int(30, 1, 1_440),
  /** How many of a hundred cases, drawn by lot, two reviewers judge without knowing of each other. A third decides where they differ. */
  REVIEW_TWO_JUDGES_PERCENT: int(0, 0, 100),
  /** Two judge every case whose severity is above this. A contested answer has 3, the greatest; 0 means every case. */
  REVIEW_TWO_JUDGES_ABOVE_SEVERITY: int(3, 0, 3),
  /**
   * The model judge switches itself off where the lower bounds of its sensitivity and specificity, on the mean, are below
   * this share. Guessing has 0.5.
   */
  REVIEW_JUDGE_FLOOR: z.coerce.number().min(0).max(1).default(0.5),
  /**
   * Whether auditors read what people and assistants said in every run (`always`), or in the runs that an admin gave to them
   * (`reviewed`).
   */
  AUDITORS_SEE_CONVERSATIONS: z.enum(["always", "reviewed"]).default("reviewed"),
  /**
   * Signs checkpoints of the audit trail (Ed25519).
   * @default derived from `BETTER_AUTH_SECRET`
   */
  AUDIT_SIGNING_KEY: secretKey.optional(),
  /** Names the trail and its key in checkpoints. */
  AUDIT_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,100}$/, "a name without spaces and plus signs")
    .default("halfsilver/audit"),
  /**
   * Verifier keys (name+id+key) of earlier signing keys: what they signed stays valid. `npm run audit:verify` prints the
   * present one.
   */
  AUDIT_OLD_KEYS: list.pipe(
    z.array(z.string().regex(VERIFIER_KEY, "verifier keys such as name+id+key")),
  ),
  /**
   * Signs each row of the audit trail (HMAC-SHA-256), so that a row that was put into the database by hand is told from one
   * that the application wrote.
   * @default derived from `BETTER_AUTH_SECRET`
   */
  AUDIT_ROW_KEY: secretKey.optional(),
  /**
   * Other keys of rows, secret: rows that they signed and that are not sealed yet are valid, and what was erased under them is
   * signed again. Earlier keys are needed for the first start after a change, the next key before several instances change
   * one after the other.
   */
  AUDIT_OLD_ROW_KEYS: list.pipe(z.array(secretKey)),
  /**
   * Each checkpoint is appended to this file, outside the database, so that removed newest rows are noticed.
   * @default in the data folder
   */
  HALFSILVER_ANCHOR_FILE: z.string().min(1).optional(),
  /** A second file that gets each checkpoint, best on another disk or machine. */
  HALFSILVER_SECOND_ANCHOR_FILE: z.string().min(1).optional(),
  /** A shell command that gets each checkpoint on its standard input. It is a finding where it fails. */
  HALFSILVER_ANCHOR_COMMAND: z.string().min(1).optional(),
};
