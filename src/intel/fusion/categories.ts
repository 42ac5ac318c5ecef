/**
 * How bad each kind of evidence is when it is certain, 0 to 100: the threat level of an indicator
 * whose only evidence is of that kind and beyond doubt.
 */
export const SEVERITY = {
  c2: 100,
  malware: 95,
  phishing: 95,
  "criminal-network": 95,
  exploit: 80,
  attacker: 80,
  homoglyph: 70,
  bruteforce: 60,
  scanner: 60,
  spam: 50,
  breach: 50,
  "random-name": 40,
  "disposable-email": 30,
  "newly-registered": 30,
  proxy: 30,
  tor: 30,
  vpn: 30,
  "abused-network": 30,
  "dynamic-dns": 20,
  hosting: 10,
  "link-in-bio": 10,
  parked: 10,
  "research-scanner": 10,
  shortener: 10,
  sinkhole: 10,
  cloud: 0,
  crawler: 0,
  popular: 0,
  "public-dns": 0,
  reserved: 0,
} as const;

export type Category = keyof typeof SEVERITY;

export const CATEGORIES = Object.keys(SEVERITY) as Category[];
