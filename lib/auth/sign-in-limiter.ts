import "server-only";
/** Counts failed sign-ins per e-mail address and per network address, in the rate_limit table. */
import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "../db/client.ts";
import {
  SIGN_IN_FAILURES_PER_ADDRESS,
  SIGN_IN_FAILURES_PER_EMAIL,
  SIGN_IN_WINDOW_S,
  SIGN_UP_WINDOW_S,
  SIGN_UPS_PER_ADDRESS,
} from "./limits.ts";

/** True if the attempt may go on. It is counted first, so that parallel attempts gain nothing. */
export async function countSignIn(email: string, address: string): Promise<boolean> {
  const allowed = await Promise.all([
    take(perEmail(), digest(email)),
    take(perAddress(), digest(address)),
  ]);
  return allowed.every(Boolean);
}

/** Undoes the count after a success: resets the e-mail address and takes one attempt off the network address. */
export async function forgiveSignIn(email: string, address: string): Promise<void> {
  await Promise.all([perEmail().delete(digest(email)), perAddress().reward(digest(address), 1)]);
}

/** True if this address may create another account. */
export function countSignUp(address: string): Promise<boolean> {
  return take(perSignUp(), digest(address));
}

const perEmail = () => limiter("sign-in-email", SIGN_IN_FAILURES_PER_EMAIL, SIGN_IN_WINDOW_S);
const perAddress = () => limiter("sign-in-address", SIGN_IN_FAILURES_PER_ADDRESS, SIGN_IN_WINDOW_S);
const perSignUp = () => limiter("sign-up-address", SIGN_UPS_PER_ADDRESS, SIGN_UP_WINDOW_S);

function limiter(keyPrefix: string, points: number, windowS: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool(),
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: windowS,
    blockDuration: windowS,
  });
}

async function take(limits: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await limits.consume(key);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** Hashes an address, so that the table contains no readable one. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
