import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { runJobs } from "../../src/jobs.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { JOB_SCHEDULE } from "../../src/platform/job-schedule.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const DAILY = "17 3 * * *";
const HOURLY = "7 * * * *";
const DAY_MS = 86_400_000;

const silent = { ...livePlatform, log: () => {} };
const without = (name: string): Cloudflare.Env => ({ ...env, [name]: undefined });

async function rowOf(who: Visitor, job: string, headers = {}): Promise<string> {
  const page = await (await who.get("/portal/jobs", headers)).text();
  const found = page.split("<tr>").find((row) => row.includes(`>${job}<`));
  if (found === undefined) throw new Error(`${job} is not on the page`);
  return found;
}

describe("the operators' page of scheduled jobs", () => {
  it("shows each job's last run and how it ended, and its error until it succeeds again", async () => {
    const operator = await aVisitor("operator");
    // Another file may have run them less than two seconds ago, and the latest counts.
    await env.DB.exec("DELETE FROM job_runs");
    const at = Date.now();
    await runJobs(DAILY, env, { ...silent, now: () => at - 2_000 });
    const well = await rowOf(operator, "sweepSegments");
    expect(well).toContain(">succeeded<");
    expect(well).toContain(new Date(at - 2_000).toISOString());
    await runJobs(DAILY, without("OBJECTS"), { ...silent, now: () => at });
    const badly = await rowOf(operator, "sweepSegments");
    expect(badly).toContain(">failed<");
    expect(badly).toContain("TypeError");
    expect(badly).toContain(new Date(at).toISOString());
    expect(badly).toContain(new Date(at - 2_000).toISOString());
    expect(await rowOf(operator, "forgetOldSignIns")).toContain(">succeeded<");
    const spanish = await rowOf(operator, "sweepSegments", { "accept-language": "es" });
    expect(spanish).toContain(">falló<");
    expect(spanish).toContain("cada día a las 03:17 UTC");
    await runJobs(DAILY, env, { ...silent, now: () => at + 1_000 });
    expect(await rowOf(operator, "sweepSegments")).not.toContain("TypeError");
  });

  it("marks an hourly job as late if it has not run for a day", async () => {
    const operator = await aVisitor("operator");
    await env.DB.exec("DELETE FROM job_runs");
    expect(await rowOf(operator, "rotateRoots")).toContain(">not yet<");
    await runJobs(HOURLY, env, { ...silent, now: () => Date.now() - DAY_MS });
    expect(await rowOf(operator, "rotateRoots")).toContain(">late<");
    await runJobs(HOURLY, env, silent);
    expect(await rowOf(operator, "rotateRoots")).not.toContain(">late<");
  });

  it("names every job of the schedule in both languages", async () => {
    const operator = await aVisitor("operator");
    const names = Object.values(JOB_SCHEDULE).flatMap(({ jobs }) => [...jobs]);
    for (const language of ["en", "es"]) {
      for (const name of names) {
        expect(await rowOf(operator, name, { "accept-language": language })).toContain("<th");
      }
    }
  });

  it("403 for an operator with the role viewer, and for an owner of a tenant", async () => {
    expect((await (await aVisitor("viewer")).get("/portal/jobs")).status).toBe(403);
    const owner = await aVisitor("owner", ["demo-jobs"]);
    expect((await owner.get("/portal/jobs")).status).toBe(403);
  });
});

describe("two runs of one job", () => {
  it("keep the later start on the page if the older run ends last", async () => {
    const operator = await aVisitor("operator");
    const at = Date.now();
    await runJobs(HOURLY, env, { ...silent, now: () => at + 5_000 });
    await runJobs(HOURLY, env, { ...silent, now: () => at + 4_000 });
    expect(await rowOf(operator, "rotateRoots")).toContain(new Date(at + 5_000).toISOString());
  });
});
