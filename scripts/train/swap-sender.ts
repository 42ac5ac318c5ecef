import { pick, type Random } from "./random.ts";
import { isOwn, type Sample } from "./samples.ts";

/** Anybody may write from there. */
const FREE = ["gmail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com"];
/** The share of honest copies that come from there. */
const FREE_SHARE = 0.25;
const HOST = /(?<=@)[\w.-]+(?=>?\s*$)/;

/** Hosts of senders, of clean messages and of bad ones, each once. */
export interface SenderHosts {
  clean: readonly string[];
  bad: readonly string[];
}

export function senderHosts(samples: readonly Sample[]): SenderHosts {
  const hostsOf = (some: readonly Sample[]) => [
    ...new Set(some.flatMap(({ message }) => HOST.exec(message.sender)?.[0].toLowerCase() ?? [])),
  ];
  const own = samples.filter(isOwn);
  return {
    clean: hostsOf(own.filter(({ label }) => label === "clean")),
    bad: hostsOf(own.filter(({ label }) => label !== "clean")),
  };
}

/**
 * A copy that comes from a host of the other side. Whoever invents messages gives honest firms the
 * endings of countries and rogues the cheap ones; in life firms are robbed of their mailboxes, and
 * honest shops buy cheap names.
 */
export function swapSender(sample: Sample, hosts: SenderHosts, random: Random): Sample {
  const { message, label } = sample;
  const others = random() < FREE_SHARE ? FREE : hosts.bad;
  const host = pick(random, label === "clean" ? others : hosts.clean);
  return { ...sample, message: { ...message, sender: message.sender.replace(HOST, host) } };
}
