/** The limits of the edge. */

/** From the connection, or from the first byte of a request, to the end of its headers. */
const HEADERS_TIMEOUT_MS = 10_000;
/** For a whole request with its body: 10 MB arrive in this time at 1.4 Mbit/s. Answers have no time limit. */
const REQUEST_TIMEOUT_MS = 60_000;
/** How often Node checks the two limits above. */
const TIMEOUT_CHECK_MS = 1_000;
/** Longer than the idle timeout of usual proxies (60 s), so that the proxy closes the connection first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How much of a refused body is still read, and for how long, before its connection closes. */
export const LINGER_MAX_BYTES = 1024 * 1024;
export const LINGER_MS = 1_000;
export const LINGER_LOOK_MS = 20;

export const UPLOAD_FILE_MAX_BYTES = 10 * 1024 * 1024;
/** The form around the file. */
export const UPLOAD_ENVELOPE_MAX_BYTES = 64 * 1024;
export const UPLOAD_BODY_MAX_BYTES = UPLOAD_FILE_MAX_BYTES + UPLOAD_ENVELOPE_MAX_BYTES;
/** Parts of an upload's form, of which one is the file, and how long a part may be that is none. */
export const UPLOAD_PARTS_MAX = 10;
export const UPLOAD_FIELD_MAX_BYTES = 1_000;
/** A message of 32,000 characters, each an escape of six bytes, and its metadata. */
export const ACTION_BODY_MAX_BYTES = 256 * 1024;
/** A small body, such as a form with an e-mail address. */
export const FORM_BODY_MAX_BYTES = 8 * 1024;
/** Runs that are sent to review: the ids of a page, or filters. */
export const SENT_BODY_MAX_BYTES = 16 * 1024;
/** A verdict of a reviewer: 22,000 characters, each an escape of six bytes, and the places that it marks. */
export const REVIEW_BODY_MAX_BYTES = 160 * 1024;
/** A rubric that a screen can show is far smaller. */
export const RUBRIC_BODY_MAX_BYTES = 64 * 1024;
export const SERVICE_BODY_MAX_BYTES = 256 * 1024;
/** More than the decode page accepts: its route explains the limit in words. */
export const DECODE_BODY_MAX_BYTES = 1024 * 1024;

/** An action's arguments: how many, their deepest nesting, and how many values with all that they hold. Ours have one. */
export const ACTION_ARGUMENTS_MAX = 4;
export const ACTION_DEPTH_MAX = 8;
export const ACTION_VALUES_MAX = 2_000;

export const FILE_NAME_MAX_BYTES = 255;

/** Shared copies, and their pictures, that one client network may read in a minute. */
export const COPIES_PER_MINUTE = 300;
/** Answers that the people of one client network may contest in a minute. */
export const CONTESTS_PER_MINUTE = 60;
export const ADDRESS_WINDOW_MS = 60_000;
/** A /48 of IPv6 with requests from more of its /64 counts as one network. */
export const NETWORKS_OF_SITE_MAX = 10;
/** A window ends early at this number of networks, so that a flood cannot fill the memory. */
export const ADDRESSES_COUNTED_MAX = 50_000;

/** Options of `http.createServer`. */
export const SERVER_OPTIONS = {
  // The edge refuses a request without `Host` itself, with its own headers.
  requireHostHeader: false,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
} as const;
