/** Every error code: its HTTP status, its text for the log, and its text for the person. */

export type ErrorText = {
  status: number;
  log: string;
  person: string;
  /** Seconds after which it is worth trying again: the `Retry-After` header. */
  retryAfterS?: number;
};

export const ERROR_TEXTS = {
  "signed-out": {
    status: 401,
    log: "no valid session",
    person: "You are signed out. Sign in and try again.",
  },
  "not-found": {
    status: 404,
    log: "not found, or not this actor's",
    person: "This is not here, or it is not yours.",
  },
  forbidden: {
    status: 404,
    log: "the actor lacks the permission",
    person: "This is not here, or it is not yours.",
  },
  invalid: {
    status: 400,
    log: "the input does not fit its schema",
    person: "Something in that request is not valid. Check it and try again.",
  },
  "too-large": {
    status: 413,
    log: "the upload is over the limit",
    person: "The file is larger than 10 MB. Attach a smaller one.",
  },
  "bad-request": {
    status: 400,
    log: "the request is malformed",
    person: "This request cannot be read. Load the page again and try once more.",
  },
  "body-unwanted": {
    status: 400,
    log: "a body was sent where none is taken",
    person: "This request cannot be read. Load the page again and try once more.",
  },
  "body-too-large": {
    status: 413,
    log: "the body is over the limit of its route",
    person: "That is too large to be sent at once. Make it shorter and send it again.",
  },
  "headers-too-large": {
    status: 431,
    log: "the headers are over the limit",
    person: "Your browser sends too much along. Clear the cookies of this site and sign in again.",
  },
  "no-such-method": {
    status: 405,
    log: "the address does not take this method",
    person: "This address cannot do that. Load the page again and try once more.",
  },
  "foreign-origin": {
    status: 403,
    log: "the request does not come from a page of ours",
    person:
      "This did not come from a page of this site, so it was refused. Open the site and try it there.",
  },
  "page-outdated": {
    status: 404,
    log: "no server action of this build has this id",
    person: "This page is older than the server. Load it again, then try once more.",
  },
  "request-timeout": {
    status: 408,
    log: "the request took too long to arrive",
    person: "What you sent took too long to arrive. Check your connection and send it again.",
  },
  "unsupported-type": {
    status: 415,
    log: "the file's content is of no supported type",
    person: "This kind of file cannot be read. Attach .txt, .md, .csv, .json, .pdf or .docx.",
  },
  "run-active": {
    status: 409,
    log: "a run is active in this conversation",
    person: "An answer is still being written. Wait for it, or stop it, then send again.",
  },
  "not-retryable": {
    status: 409,
    log: "only the newest ended answer can be retried",
    person: "Only the newest answer can be tried again.",
  },
  "rate-limited": {
    status: 429,
    log: "too many attempts",
    person: "Too many attempts. Wait a minute and try again.",
    retryAfterS: 60,
  },
  "too-many-runs": {
    status: 429,
    log: "the actor has as many runs under way as one person may",
    person:
      "You have as many answers under way as you may at once. Wait for one, or stop one, then send again.",
    retryAfterS: 10,
  },
  "too-many-sends": {
    status: 429,
    log: "the actor has sent as many messages as one person may in a minute",
    person: "You have sent many messages in the last minute. Wait a minute, then send again.",
    retryAfterS: 60,
  },
  "too-many-streams": {
    status: 429,
    log: "the actor reads as many streams as one person may",
    person:
      "You follow answers in as many tabs as you may at once. Close one of them, then load this page again.",
    retryAfterS: 10,
  },
  "upload-quota": {
    status: 429,
    log: "the actor has uploaded as much as one person may in a day",
    person:
      "You have uploaded as much as you may in a day. Remove files that you do not need, or come back tomorrow.",
    retryAfterS: 3_600,
  },
  "model-busy": {
    status: 503,
    log: "the model answered 429 until retries ran out",
    person: "The model is very busy right now. Try again in a moment.",
  },
  "model-unavailable": {
    status: 503,
    log: "the model could not be reached or answered 5xx until retries ran out",
    person: "The model cannot be reached right now. Try again in a moment.",
  },
  "model-cut-off": {
    status: 502,
    log: "the model's stream broke after its first token",
    person: "The answer was cut off on its way. What arrived is kept; you can try again.",
  },
  "model-refused": {
    status: 502,
    log: "the model refused the request",
    person: "The model did not accept this request. Try to say it differently.",
  },
  "model-protocol": {
    status: 502,
    log: "the model's answer does not follow the protocol",
    person: "The model's answer could not be read. Try again.",
  },
  "round-limit": {
    status: 500,
    log: "the agent used all its rounds",
    person:
      "This took more steps than one answer may take, so it stopped here. Try a smaller question.",
  },
  "time-limit": {
    status: 500,
    log: "the agent used all its time",
    person:
      "This took longer than one answer may take, so it stopped here. Try a smaller question.",
  },
  "policy-violation": {
    status: 500,
    log: "a prompt segment is not allowed by the agent's memory policy",
    person: "Something went wrong on our side, and this answer was not written. Try again.",
  },
  "policy-denied": {
    status: 500,
    log: "a policy denies this agent",
    person: "The rules of this place do not allow that.",
  },
  "lease-lost": {
    status: 500,
    log: "the run's lease went to another owner",
    person: "The answer was interrupted. You can try again.",
  },
  interrupted: {
    status: 500,
    log: "the process that ran this ended",
    person: "The answer was interrupted. You can try again.",
  },
  internal: {
    status: 500,
    log: "unexpected error",
    person: "Something went wrong on our side. Try again.",
  },
  unavailable: {
    status: 503,
    log: "the database is away, full or read-only",
    person: "Nothing can be stored right now, so this was not done. Try again in a minute.",
  },
  "service-unavailable": {
    status: 503,
    log: "a service behind an agent could not be reached or answered 5xx until retries ran out",
    person: "This part of the system cannot be reached right now. Try again in a moment.",
  },
  "service-refused": {
    status: 502,
    log: "a service behind an agent refused the call",
    person: "Something went wrong on our side. Try again.",
  },
  "service-protocol": {
    status: 502,
    log: "a service's answer does not follow the protocol",
    person: "Something went wrong on our side. Try again.",
  },
  "service-cut-off": {
    status: 502,
    log: "a service's stream broke after it had begun",
    person: "The answer was cut off on its way. What arrived is kept; you can try again.",
  },
  "approval-closed": {
    status: 409,
    log: "the approval is not open (any more)",
    person:
      "This question is not open any more. If something is still to be done, ask for it again.",
  },
} as const satisfies Record<string, ErrorText>;

export type ErrorCode = keyof typeof ERROR_TEXTS;
