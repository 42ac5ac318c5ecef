import { sideBySide } from "../frame/language.ts";
import { partOf, withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const homeWords = withSpanish(
  {
    title: "Overview",
    tenants: (count: string) => `Tenants (${count})`,
    id: "Id",
    name: "Name",
    plan: "Plan",
    quota: "Units a month",
    status: "Status",
    none: "You belong to no tenant",
    noneText: "Ask an owner or an operator to invite you.",
    change: "Change",
    attention: "Needs attention",
    allWell:
      "Nothing: jobs, feeds, events, keys, certificates, webhooks and fleets go as they should.",
  },
  spanish,
  { tenants: (count: string) => `Clientes (${count})` },
);

/** What needs an operator's attention. */
export const concernWords = withSpanish(
  {
    database: "Database full, in percent",
    settings: "Settings that cannot be read",
    jobs: "Scheduled jobs failed or late",
    authorityEnds: "Days until the agents' CA ends, and their certificates with it",
    authorityEnded: "The agents' CA has ended or not begun: nothing is issued",
    authorityWrong: "The agents' CA is not set up rightly: nothing is issued",
    givenAgain: "Certificates that the CA gave to a second agent, within a day",
    failedFeeds: "Feeds failed",
    damagedFeeds: "Stored feeds damaged",
    lateFeeds: "Feeds late",
    deadLetters: "Dead letters",
    roots: "Encryption roots missing or unreadable",
    lostRoots: "Tenants whose root secret is not in the configuration",
    failedKeys: "Keys that could not be carried over to the current root",
    staleKeys: "Keys not under the current root yet",
    endpoints: "Webhook endpoints switched off",
    unsentEvents: "Webhook events not handed on for five minutes",
    silent: "Agents not heard of",
    erring: "Agents in error",
    doubted: "Agents whose identity two machines seem to use",
    suspended: "Tenants suspended",
  },
  partOf(spanish, "concerns"),
);

export const tenantStatusWords = sideBySide<"active" | "suspended" | "closed">({
  active: ["active", "activo"],
  suspended: ["suspended", "suspendido"],
  closed: ["closed", "cerrado"],
});
