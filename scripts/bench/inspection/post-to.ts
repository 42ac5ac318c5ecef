import { request, type Agent } from "node:http";

/** One POST whose answer is read to its end; anything but a 2xx throws. */
export async function postTo(
  url: string,
  body: string,
  headers: Record<string, string>,
  agent: Agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, "content-length": String(Buffer.byteLength(body)) };
    const sent = request(url, { method: "POST", headers: all, agent }, (answer) => {
      const { statusCode = 0 } = answer;
      answer.resume();
      answer.once("end", () =>
        statusCode < 300 ? resolve() : reject(new Error(`${url}: ${statusCode}`)),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
