/** SHA-256. */
export const HASH_BYTES = 32;
/** The block of SHA-256, which HMAC pads a key to. */
export const SHA256_BLOCK_BYTES = 64;
/** The sizes of what a signed note holds, fixed by Ed25519 and C2SP. */
export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;
export const KEY_ID_BYTES = 4;
/** How much of a file tells whether it is a receipt. */
export const RECEIPT_START_BYTES = 4_096;

export const DAY_MS = 86_400_000;
/** So much later than the database chose rows for their age, the row that says so may be written: clocks differ. */
export const CLOCK_TOLERANCE_MS = 600_000;
