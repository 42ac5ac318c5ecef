/**
 * An isolate uses a grant for this long after it asked for it. So a change in a keyring binds
 * everywhere after this time.
 */
export const LEASE_MS = 15_000;
/** Left unused at the end of a lease, because an isolate's clock stands still between two waits. */
export const LEASE_MARGIN_MS = 500;
/** A lease in use is renewed ahead, so that warm calls wait for nothing. */
export const RENEW_AFTER_MS = 7_000;
/** How long an isolate remembers that a tenant has no key, or no version of some number. */
export const ABSENT_MS = 2_000;
/** A keyring that says nothing for this long is taken for unreachable. */
export const KEYRING_TIMEOUT_MS = 3_000;
export const MAX_LEASES = 2_000;
/** How many key versions come with a lease unasked. */
export const LEASED_KEYS = 8;
