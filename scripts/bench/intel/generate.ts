import { formatIpv4 } from "../../../src/intel/indicators/ipv4.ts";

/** About as many as URLhaus and OpenPhish have. */
const URLS_PER_HOST = 2;
const SPREAD = 2_654_435_761;
/** The share of the questions that is listed. */
const LISTED_SHARE = 0.1;
const FAR = 2 ** 27;
const FIRST_ADDRESS = 2 ** 24;

/** Gives a generator of numbers that look random and are the same in every run. */
export function drawer(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Gives an address from 1.0.0.0 to 8.255.255.255. No two numbers below 2^27 give the same one. */
export function addressNumber(number: number): number {
  return FIRST_ADDRESS + ((Math.imul(number, SPREAD) >>> 0) % FAR);
}

export function addressOf(number: number): string {
  return formatIpv4(addressNumber(number));
}

export function nameOf(number: number): string {
  return `host${number}.example${number % 9}.com`;
}

export function urlOf(number: number): string {
  const host = nameOf(Math.floor(number / URLS_PER_HOST));
  return `https://www.${host}/a${number % 13}/b/page${number}.html?q=${number}`;
}

/** Draws the numbers to ask for: one in ten is below `rows`, and so on the list. */
export function drawNumbers(rows: number, count: number): number[] {
  const random = drawer();
  return Array.from({ length: count }, () =>
    random() < LISTED_SHARE
      ? Math.floor(random() * rows)
      : rows + Math.floor(random() * (FAR - rows)),
  );
}
