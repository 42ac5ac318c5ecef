import { Agent, request } from "node:http";
import type { Report } from "../case.ts";
import { startLapi, type Lapi } from "./crowdsec.ts";
import { addressOf, drawNumbers } from "./generate.ts";

const ADDRESSES = 121_000;
const VALUES = 1_000;
const CONNECTIONS = 16;
const SECONDS = 10;

/** Asks CrowdSec's local API the same, with as many addresses, on the same machine. */
export const besideCrowdsec: Report = async function* () {
  const lapi = await startLapi(ADDRESSES);
  if (lapi === undefined) {
    yield "!!! SKIPPED: CrowdSec's local API; there is no `crowdsec` on the path.";
    return;
  }
  try {
    const { answers, found } = await askFor(lapi, SECONDS);
    yield `CrowdSec ${lapi.version}, local API on SQLite, ${ADDRESSES} addresses, Node client:`;
    yield `${(answers / SECONDS).toFixed(1)}/s, one address a question (${found} of ${answers} listed)`;
  } finally {
    lapi.stop();
  }
};

async function askFor(lapi: Lapi, seconds: number): Promise<{ answers: number; found: number }> {
  const addresses = drawNumbers(ADDRESSES, VALUES).map(addressOf);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const told = { answers: 0, found: 0 };
  const worker = async () => {
    while (performance.now() < end) {
      const address = addresses[next % VALUES] ?? "";
      next += 1;
      const body = await read(lapi, address, agent);
      told.answers += 1;
      if (body !== "null") told.found += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return told;
}

async function read({ url, headers }: Lapi, address: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url(address), { headers, agent }, (answer) => {
      let body = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => (body += piece));
      answer.once("end", () =>
        answer.statusCode === 200 ? resolve(body.trim()) : reject(new Error(body)),
      );
    });
    sent.once("error", reject);
    sent.end();
  });
}
