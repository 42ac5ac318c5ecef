/** How long an isolate uses a grant, from when it asked. After this time a change counts everywhere. */
export const LEASE_MS = 15_000;
/** The end of a lease that is not used: the clock of an isolate stands still between two waits. */
export const LEASE_MARGIN_MS = 500;
/** A lease in use is renewed before its end, so that calls need not wait. */
export const RENEW_AFTER_MS = 7_000;
/** How long an isolate remembers that a tenant has no key, or no version of some number. */
export const ABSENT_MS = 2_000;
/** How many versions may have been made since a lease was taken: a rotation may have been repeated. */
export const MOST_NEW = 4;
/** A keyring that has not answered by then counts as unreachable. */
export const KEYRING_TIMEOUT_MS = 3_000;
/**
 * How long a keyring waits for D1 while no lease can be had. It may wait twice, and a lease must still
 * come in time.
 */
export const D1_TIMEOUT_MS = 1_400;
export const MAX_LEASES = 2_000;
/** How many key versions come with a lease without being asked for. */
export const LEASED_KEYS = 8;
