import { readFileSync } from "node:fs";
import type { Message } from "../../../src/inspection/reading/read-message.ts";
import type { Report } from "../case.ts";
import { PEERS } from "../inspection/peers.ts";
import { timeLayers, worstTimes } from "../inspection/time-layers.ts";
import { CONNECTIONS, rateOf, type Ask } from "../inspection/rate-of.ts";
import { openTenant } from "../open-tenant.ts";
import { sendOnce } from "../load/send-once.ts";
import type { Bench } from "../start-bench.ts";

const CORPUS = "corpus/present-day.jsonl";
const TARGET = 5;
const BOUND_MS = 50;

/** Measures messages a second at the route and at its peers, and the share of the layers. */
export const reportInspection: Report = async function* (bench) {
  const sms = messagesOf("sms");
  const mails = messagesOf("email");
  yield `inspection: ${sms.length} SMS and ${mails.length} mails of ${CORPUS} in turn, one Node client, ${CONNECTIONS} connections`;
  const ask = await openRoute(bench);
  const own = { sms: await rateOf(sms, ask), mails: await rateOf(mails, ask) };
  yield line("POST /api/v1/antispam", own);
  for (const start of PEERS) {
    const peer = await start();
    if ("absent" in peer) {
      yield `!!! SKIPPED: ${peer.absent}`;
      continue;
    }
    try {
      const rates = { sms: await rateOf(sms, peer.ask), mails: await rateOf(mails, peer.ask) };
      yield line(peer.name, rates);
      yield `    ours: ${times(own.sms, rates.sms)} in SMS, ${times(own.mails, rates.mails)} in mails`;
    } finally {
      await peer.stop();
    }
  }
  yield "L1 to L3 in this process, microseconds a message, median of rounds:";
  for (const [name, messages] of [
    ["SMS", sms],
    ["mails", mails],
  ] as const) {
    yield `    ${name.padEnd(8)}${timeLayers(messages)}`;
  }
  const worst = worstTimes();
  const [slowest] = worst;
  yield `hostile bodies, the least of three, milliseconds (bound ${BOUND_MS}): ${worst
    .slice(0, 5)
    .map(({ name, ms }) => `${name} ${ms.toFixed(1)}`)
    .join(", ")}: ${(slowest?.ms ?? 0) <= BOUND_MS ? "kept" : "EXCEEDED"}`;
};

function messagesOf(channel: Message["channel"]): Message[] {
  return readFileSync(CORPUS, "utf8")
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text) as Message)
    .filter((message) => message.channel === channel);
}

async function openRoute(bench: Bench): Promise<Ask> {
  const headers = await openTenant(bench, "inspected", ["antispam"]);
  const url = bench.url({ worker: "product", path: "/api/v1/antispam" });
  const order = {
    method: "POST" as const,
    headers: { ...headers, "Content-Type": "application/json" },
  };
  return async (message, agent) =>
    sendOnce(url, { ...order, body: JSON.stringify(message) }, agent);
}

interface Rates {
  sms: number;
  mails: number;
}

function line(name: string, { sms, mails }: Rates): string {
  return `${name.padEnd(28)}${sms.toFixed(0).padStart(7)} SMS/s${mails.toFixed(0).padStart(7)} mails/s`;
}

function times(own: number, other: number): string {
  const ratio = own / other;
  return `${ratio.toFixed(1)} x${ratio >= TARGET ? `, ${TARGET} reached` : `, ${TARGET} missed`}`;
}
