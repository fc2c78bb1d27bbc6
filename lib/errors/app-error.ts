/** The error class of the application. Each code has a text for the log and another for the person. */
import { ERROR_TEXTS, type ErrorCode, type ErrorText } from "./error-texts.ts";

export class AppError extends Error {
  readonly code: ErrorCode;

  /**
   * @param code one of `ERROR_TEXTS`
   * @param options `cause` keeps the underlying error; `detail` goes to the log only
   */
  constructor(code: ErrorCode, options: { cause?: unknown; detail?: string } = {}) {
    const text = ERROR_TEXTS[code].log;
    super(options.detail ? `${text}: ${options.detail}` : text, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
  }

  /** The text for the person. Never the cause, never the detail. */
  get personText(): string {
    return ERROR_TEXTS[this.code].person;
  }

  /** The HTTP status that a handler answers with. */
  get httpStatus(): number {
    return ERROR_TEXTS[this.code].status;
  }

  /** Seconds after which a retry may succeed, if known. */
  get retryAfterS(): number | undefined {
    const text: ErrorText = ERROR_TEXTS[this.code];
    return text.retryAfterS;
  }
}
