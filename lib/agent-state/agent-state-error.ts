/** The one error of this room. It never crosses to the person chatting; in the inspector it is a finding. */
import { AppError } from "../errors/app-error.ts";

export class AgentStateError extends AppError {
  /** Which header, or `arguments` for a digest. */
  readonly header: string;
  /** What is wrong with it, for the log. Holds no value of the envelope. */
  readonly why: string;

  constructor(header: string, why: string, options: { cause?: unknown } = {}) {
    super("invalid", { detail: `${header}: ${why}`, cause: options.cause });
    this.name = "AgentStateError";
    this.header = header;
    this.why = why;
  }
}
