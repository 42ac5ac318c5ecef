import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DocumentJob } from "../../src/ai/documents/send-long.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { consume } from "../../src/queues.ts";

/** What fails: a call to the files, or the queue before or after it has taken the job. */
export const FAULTS = ["none", "get", "delete", "put", "send", "sent"] as const;
export type Fault = (typeof FAULTS)[number];

const nothing = async () => {};

/** A queue of documents that keeps its jobs, and files that fail as a test says. */
export function faultyUploads() {
  const jobs: DocumentJob[] = [];
  const bindings = (fault: Fault, during = nothing): Cloudflare.Env => {
    const unless = <T extends unknown[]>(name: Fault, does: (...all: T) => Promise<unknown>) =>
      fault === name ? () => Promise.reject(new Error("down")) : does;
    const get = async (key: string) => {
      await during();
      return env.OBJECTS.get(key);
    };
    const OBJECTS = {
      get: unless("get", get),
      put: unless("put", (key: string, text: string) => env.OBJECTS.put(key, text)),
      delete: unless("delete", (key: string) => env.OBJECTS.delete(key)),
    } as unknown as R2Bucket;
    const send = async (job: DocumentJob) => {
      if (fault !== "send") jobs.push(job);
      if (fault === "send" || fault === "sent") throw new Error("down");
    };
    return { ...env, OBJECTS, DOCUMENTS: { send } as unknown as Queue<DocumentJob> };
  };
  const deliver = async (queue: string, job: DocumentJob, fault: Fault, during = nothing) => {
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: job };
    const batch = createMessageBatch(queue, [message]);
    await consume(batch, bindings(fault, during), { ...livePlatform, log: () => {} });
  };
  return { jobs, bindings, deliver };
}
