import { pick, type Random } from "./random.ts";
import { isOwn, type Sample } from "./samples.ts";

/** Hosts from which anybody may write. */
const FREE = ["gmail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com"];
/** The share of clean copies that come from those hosts. */
const FREE_SHARE = 0.25;
const HOST = /(?<=@)[\w.-]+(?=>?\s*$)/;

/** The hosts of senders, for clean messages and for bad ones, each once. */
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
 * Makes a copy that comes from a host of the other side. Invented messages give honest firms the
 * endings of countries and criminals the cheap ones; in real life mailboxes of firms are stolen, and
 * honest shops buy cheap names.
 */
export function swapSender(sample: Sample, hosts: SenderHosts, random: Random): Sample {
  const { message, label } = sample;
  const others = random() < FREE_SHARE ? FREE : hosts.bad;
  const host = pick(random, label === "clean" ? others : hosts.clean);
  return { ...sample, message: { ...message, sender: message.sender.replace(HOST, host) } };
}
