const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Whether a browser would open this; look-ups take more, as lists of harmful pages write it. */
export function isOpenable(address: string): boolean {
  const ways = SCHEME.test(address) ? [address] : [`http://${address}`, `http://[${address}]`];
  return ways.some((way) => URL.canParse(way));
}
