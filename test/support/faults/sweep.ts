import { send, warmUp, type Ready, type Sent } from "./send.ts";

export type Prepare = () => Promise<Ready>;

const READ = /^(D1 select|R2 (get|head|list))/i;
const NO_DETAIL = "Something went wrong on our side.";

/** The outcome of one request without a fault, and of two. */
interface Healthy {
  once: Sent;
  twice: Sent;
}

/**
 * Finds what is wrong with a request one of whose store calls fails: each call in turn, before it did
 * anything and with its answer lost. The client then sends the same request again.
 */
export async function sweep(prepare: Prepare): Promise<string[]> {
  await warmUp(await prepare());
  const healthy = await sendHealthy(prepare);
  if ("status" in healthy) return [`healthy, it answers ${healthy.body}`];
  const { calls } = healthy.once;
  const wrong: string[] = [];
  for (const at of calls.keys()) {
    // For a read it makes no difference whether it was carried out.
    for (const done of READ.test(calls[at] ?? "") ? [false] : [false, true]) {
      const met = await send(await prepare(), 2, { at, done });
      const call = `${at} ${met[0]?.calls[at] ?? "(not called)"}`;
      for (const one of judge(healthy, met)) {
        wrong.push(`${call} ${done ? "lost its answer" : "failed"}: ${one}`);
      }
    }
  }
  return wrong;
}

/**
 * Sends the request without faults. The first of two requests stands for one alone, unless the product
 * goes on by itself after the last.
 */
async function sendHealthy(prepare: Prepare): Promise<Healthy | Sent> {
  const ready = await prepare();
  const isSettled = ready.settle !== undefined;
  const alone = isSettled ? await send(ready, 1) : [];
  const [first, twice] = await send(isSettled ? await prepare() : ready, 2);
  const once = alone[0] ?? first;
  if (once === undefined || twice === undefined) throw new Error("never sent");
  return once.status < 300 ? { once, twice } : once;
}

function judge({ once, twice }: Healthy, [first, second]: Sent[]): string[] {
  if (first === undefined || second === undefined) return ["never sent"];
  const told = `answers ${first.status}, then ${second.status} ${second.status < 300 ? "" : second.body}`;
  // The end must be as after one request, or as after two if the first was carried out.
  const ends = [once.left, twice.left].map((left) => JSON.stringify(left));
  const wrong = refusalOf(first, once);
  if (second.status !== once.status && second.status !== twice.status) wrong.push(told);
  if (!ends.includes(JSON.stringify(second.left))) {
    wrong.push(`${told}: ${JSON.stringify(second.left)} and not ${ends[0]}`);
  }
  return wrong;
}

function refusalOf({ status, headers, body, hasFailed, left }: Sent, healthy: Sent): string[] {
  if (hasFailed) return [];
  if (status === healthy.status) {
    const isThere = left?.standing === healthy.left?.standing;
    return isThere ? [] : [`says ${status}, and there is ${left?.standing}`];
  }
  if (status === 503) return headers.has("retry-after") ? [] : ["503 without Retry-After"];
  if (status !== 500) return [`answers ${status} ${body}`];
  const { message } = JSON.parse(body) as { message: string };
  return headers.has("x-request-id") && message === NO_DETAIL ? [] : [`says ${body}`];
}
