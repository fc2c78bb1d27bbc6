/**
 * Counts failed sign-ins per device, account and client network, what asks for mails, and the uploads of a person, in the
 * rate_limit table.
 */
import "server-only";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "../db/client.ts";
import { clientNetworkOf } from "../edge/client-network.ts";
import { NETWORKS_OF_SITE_MAX } from "../edge/limits.ts";
import { settings } from "../env/settings.ts";
import { digestAddress } from "./digest-address.ts";
import {
  LINKS_ASKED_PER_ADDRESS,
  LINKS_SENT_PER_EMAIL,
  LINKS_WINDOW_S,
  PROOF_FAILURES_PER_PERSON,
  SIGN_IN_FAILURES_PER_ADDRESS,
  SIGN_IN_FAILURES_PER_DEVICE,
  SIGN_IN_FAILURES_PER_EMAIL,
  SIGN_IN_FAILURES_PER_PAIR,
  SIGN_IN_WINDOW_S,
  SIGN_UP_WINDOW_S,
  SIGN_UPS_PER_ADDRESS,
  UPLOAD_WINDOW_S,
} from "./limits.ts";

export type Attempt = {
  email: string;
  /** The network address of the client. */
  address: string;
  /** Null on a device where nobody has signed in to this account. */
  deviceId: string | null;
};

/**
 * True if the attempt may go on. It is counted first, so that parallel attempts gain nothing. Failures elsewhere do not
 * count for a known device.
 */
export async function countSignIn(attempt: Attempt): Promise<boolean> {
  const { email, address, deviceId } = attempt;
  if (deviceId !== null) return take(perDevice(), digestAddress(deviceId));
  const allowed = await Promise.all([
    take(perEmail(), digestAddress(email)),
    take(perPair(), pairOf(attempt)),
    takeFrom(perAddress(), address),
  ]);
  return allowed.every(Boolean);
}

/** Undoes the count after a success. What others failed at this account stays counted. */
export async function forgiveSignIn(attempt: Attempt): Promise<void> {
  const { email, address, deviceId } = attempt;
  if (deviceId !== null) {
    await perDevice().delete(digestAddress(deviceId));
    return;
  }
  await Promise.all([
    perEmail().reward(digestAddress(email), 1),
    perPair().delete(pairOf(attempt)),
    giveBackTo(perAddress(), address),
  ]);
}

/** True if a signed-in person may try once more to prove their password. */
export function countProof(userId: string): Promise<boolean> {
  return take(perProof(), digestAddress(userId));
}

export async function forgiveProof(userId: string): Promise<void> {
  await perProof().delete(digestAddress(userId));
}

/** True if the network of this address may create another account. */
export function countSignUp(address: string): Promise<boolean> {
  return takeFrom(perSignUp(), address);
}

/** True if the network of this address may ask for another link. */
export function countLinkAsked(address: string): Promise<boolean> {
  return takeFrom(perLinkAsked(), address);
}

/** True if another link may go to this e-mail address. */
export function countLinkSent(email: string): Promise<boolean> {
  return take(perLinkSent(), digestAddress(email));
}

/** True if the person may upload another file in this minute. */
export function countUpload(userId: string): Promise<boolean> {
  const uploads = limiter("upload", settings().UPLOADS_PER_MINUTE, UPLOAD_WINDOW_S);
  return take(uploads, digestAddress(userId));
}

/**
 * Begins with the account, so that erasing a person finds it. Networks of one site need no count of their own here: the
 * limit of the account is below that of ten of them.
 */
const pairOf = ({ email, address }: Attempt) =>
  `${digestAddress(email)}.${digestAddress(clientNetworkOf(address).network)}`;

const signIns = (name: string, points: number) => limiter(name, points, SIGN_IN_WINDOW_S);
const perDevice = () => signIns("sign-in-device", SIGN_IN_FAILURES_PER_DEVICE);
const perEmail = () => signIns("sign-in-email", SIGN_IN_FAILURES_PER_EMAIL);
const perPair = () => signIns("sign-in-pair", SIGN_IN_FAILURES_PER_PAIR);
const perAddress = () => signIns("sign-in-address", SIGN_IN_FAILURES_PER_ADDRESS);
const perProof = () => signIns("proof", PROOF_FAILURES_PER_PERSON);
const perSignUp = () => limiter("sign-up-address", SIGN_UPS_PER_ADDRESS, SIGN_UP_WINDOW_S);
const perLinkAsked = () => limiter("link-address", LINKS_ASKED_PER_ADDRESS, LINKS_WINDOW_S);
const perLinkSent = () => limiter("link-email", LINKS_SENT_PER_EMAIL, LINKS_WINDOW_S);

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
  return (await consume(limits, key)).isAllowed;
}

async function consume(limits: RateLimiterPostgres, key: string) {
  try {
    return { isAllowed: true, count: (await limits.consume(key)).consumedPoints };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes)
      return { isAllowed: false, count: refusal.consumedPoints };
    throw refusal;
  }
}

/** Counts a network, and its site as one network once more than `NETWORKS_OF_SITE_MAX` of it were seen in the window. */
async function takeFrom(limits: RateLimiterPostgres, address: string): Promise<boolean> {
  const { network, site } = clientNetworkOf(address);
  const own = await consume(limits, digestAddress(network));
  if (site === null || !own.isAllowed) return own.isAllowed;
  const networks = networksOf(site);
  const [whole, seen] = await Promise.all([
    consume(limits, digestAddress(site)),
    own.count === 1 ? limits.penalty(networks, 1) : limits.get(networks),
  ]);
  return whole.isAllowed || (seen?.consumedPoints ?? 0) <= NETWORKS_OF_SITE_MAX;
}

/** Undoes `takeFrom`. */
async function giveBackTo(limits: RateLimiterPostgres, address: string): Promise<void> {
  const { network, site } = clientNetworkOf(address);
  const own = await limits.reward(digestAddress(network), 1);
  if (site === null) return;
  await limits.reward(digestAddress(site), 1);
  if (own.consumedPoints <= 0) await limits.reward(networksOf(site), 1);
}

/** The key under which the networks of a site are counted. */
const networksOf = (site: string) => digestAddress(`networks of ${site}`);
