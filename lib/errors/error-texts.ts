/** Every error code: its HTTP status, its text for the log, and its text for the person. */

type ErrorText = { status: number; log: string; person: string };

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
  "too-many-runs": {
    status: 429,
    log: "the person has as many running runs as MAX_RUNS_AT_ONCE allows",
    person: "Several answers are already being written for you. Wait for one of them to end.",
  },
  "too-many-sends": {
    status: 429,
    log: "the person has begun as many runs in this minute as MAX_SENDS_PER_MINUTE allows",
    person: "You have sent many messages in the last minute. Wait a moment, then send again.",
  },
  "upload-quota": {
    status: 429,
    log: "the person's uploads of 24 hours are over UPLOAD_QUOTA_MB_PER_DAY",
    person: "You have uploaded as much as one day allows. Try again tomorrow.",
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
