import type { Host } from "../indicators/host.ts";
import { pathExpressions } from "../indicators/expressions.ts";
import type { Address } from "../indicators/url.ts";
import { TextHash, type Key } from "./hash-text.ts";

const HOST = 1;
const PATH = 2;
const URL_TAG = 3;
const NAME = 4;
const WITNESS = 5;
const NOTHING: Key = { hi: 0, lo: 0 };

const hash = new TextHash();

export function hashOfHost(host: string): Key {
  return hash.of(host, HOST);
}

export function hashOfPath(path: string): Key {
  return hash.of(path, PATH);
}

/** The key of one URL. */
export function urlKey(host: Key, path: Key): Key {
  return hash.join(host, path, URL_TAG);
}

/** The key of one name. */
export function nameKey(host: Key): Key {
  return hash.join(host, NOTHING, NAME);
}

/** Stored with each URL: says that a list has some URL of this host. */
export function witnessKey(host: Key): Key {
  return hash.join(host, NOTHING, WITNESS);
}

/** The key under which a URL is listed: that of its longest expression. */
export function keyOfAddress(address: Address): Key {
  const [exact = "/"] = pathExpressions(address);
  return urlKey(hashOfHost(address.host.text), hashOfPath(exact));
}

export function witnessOf(host: Host): Key {
  return witnessKey(hashOfHost(host.text));
}
