import { request, type Agent } from "node:http";
import type { Call } from "../case.ts";

/** Sends one request and reads its answer to the end; throws if the status is no 2xx. */
export async function sendOnce(
  url: string,
  { method = "GET", headers = {}, body }: Partial<Pick<Call, "method" | "headers" | "body">>,
  agent: Agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      const { statusCode = 0 } = answer;
      answer.resume();
      answer.once("end", () => {
        if (statusCode < 300) resolve();
        else reject(new Error(`${url}: ${statusCode}`));
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
