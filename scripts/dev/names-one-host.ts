import type { IncomingMessage } from "node:http";

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Whether a request names one host, once and in a plain form: the runtime behind makes the request's
 * URL of it.
 */
export function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host",
  );
  const [host = ""] = hosts;
  return hosts.length === 1 && HOST.test(host) && URL.canParse(`https://${host}/`);
}
