import { send, type Outcome, type Ready, type Sent } from "./send.ts";

export type Prepare = () => Promise<Ready>;

const READ = /^(D1 select|R2 (get|head|list))/i;
const NO_DETAIL = "Something went wrong on our side.";

interface Healthy {
  once: Outcome;
  twice: Outcome;
}

/**
 * What is wrong with how a request ends whose stores fail once: at each of its calls, before the
 * call did anything and with its answer lost. The client then sends the very same again.
 */
export async function sweep(prepare: Prepare): Promise<string[]> {
  // Whatever is made with the first request of an isolate or a service is there from here on.
  await send(await prepare(), 1);
  const once = await send(await prepare(), 1);
  const [first] = once.sent;
  if (first === undefined || first.status >= 300) return [`healthy, it answers ${first?.body}`];
  const twice = await send(await prepare(), 2);
  const wrong: string[] = [];
  for (const at of first.calls.keys()) {
    // Whether it was done makes no difference where nothing is changed.
    for (const done of READ.test(first.calls[at] ?? "") ? [false] : [false, true]) {
      const met = await send(await prepare(), 2, { at, done });
      const call = `${at} ${met.sent[0]?.calls[at] ?? "(not called)"}`;
      for (const one of judge({ once, twice }, met)) {
        wrong.push(`${call} ${done ? "lost its answer" : "failed"}: ${one}`);
      }
    }
  }
  return wrong;
}

function judge({ once, twice }: Healthy, { sent, seen }: Outcome): string[] {
  const [first, second] = sent;
  const [one] = once.sent;
  const [, two] = twice.sent;
  if (first === undefined || second === undefined || one === undefined) return ["never sent"];
  const known = [one.status, two?.status ?? 0];
  const told = `answers ${first.status}, then ${second.status} ${second.status < 300 ? "" : second.body}`;
  // As after one request, or where the first had come to its end, as after two.
  const ends = [
    { standing: one.standing, seen: once.seen },
    { standing: two?.standing, seen: twice.seen },
  ];
  const atEnd = ends.some((end) => end.standing === second.standing && end.seen === seen);
  const wrong = refusalOf(first, one);
  if (!known.includes(second.status)) wrong.push(told);
  if (!atEnd) {
    wrong.push(`${told}: ${second.standing} ${seen} and not ${one.standing} ${once.seen}`);
  }
  return wrong;
}

function refusalOf({ status, headers, body, standing }: Sent, healthy: Sent): string[] {
  if (status === healthy.status) {
    return standing === healthy.standing ? [] : [`says ${status}, and there is ${standing}`];
  }
  if (status === 503) return headers.has("retry-after") ? [] : ["503 without Retry-After"];
  if (status !== 500) return [`answers ${status} ${body}`];
  const { message } = JSON.parse(body) as { message: string };
  return headers.has("x-request-id") && message === NO_DETAIL ? [] : [`says ${body}`];
}
