import {
  JOB_SCHEDULE,
  MAX_DATABASE_BYTES,
  type Cron,
  type JobName,
  type JobRun,
} from "../../platform/index.ts";
import { Layout } from "../frame/layout.tsx";
import { Badge, Moment, Table } from "../frame/parts.tsx";
import { sayNumber, sayShare } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { CRONS, isLate } from "./is-late.ts";
import { cronWords, jobNames, jobWords } from "./words.ts";

interface JobsProps {
  view: View;
  runs: JobRun[];
  /** The size of the database. */
  bytes: number;
  now: number;
}

export function JobsPage({ view, runs, bytes, now }: JobsProps) {
  const words = jobWords[view.language];
  const columns = [
    words.job,
    words.turn,
    words.began,
    { number: words.took },
    words.end,
    words.succeeded,
  ];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <p class="soft">{words.database(sayShare(view.language, bytes, MAX_DATABASE_BYTES))}</p>
      <section aria-label={words.title}>
        <Table label={words.title} columns={columns}>
          {CRONS.flatMap((cron) =>
            JOB_SCHEDULE[cron].jobs.map((job) => (
              <JobRow
                view={view}
                cron={cron}
                job={job}
                run={runs.find((one) => one.job === job)}
                now={now}
              />
            )),
          )}
        </Table>
      </section>
    </Layout>
  );
}

interface RowProps {
  view: View;
  cron: Cron;
  job: JobName;
  run: JobRun | undefined;
  now: number;
}

function JobRow({ view, cron, job, run, now }: RowProps) {
  return (
    <tr id={job}>
      <th scope="row">
        {jobNames[view.language][job]}
        <code class="below">{job}</code>
      </th>
      <td>{cronWords[view.language][cron]}</td>
      <td>{run === undefined ? "–" : <Moment view={view} at={run.startedAt} />}</td>
      <td class="number">
        {run === undefined ? "–" : sayNumber(view.language, run.endedAt - run.startedAt)}
      </td>
      <td>
        <JobEnd view={view} run={run} isLate={isLate(cron, run, now)} />
      </td>
      <td>{run === undefined ? "–" : <Moment view={view} at={run.succeededAt} />}</td>
    </tr>
  );
}

function JobEnd({ view, run, isLate: late }: Pick<RowProps, "view" | "run"> & { isLate: boolean }) {
  const words = jobWords[view.language];
  if (run === undefined) return <Badge tone="idle">{words.notYet}</Badge>;
  return (
    <>
      {run.reason === null ? (
        <Badge tone="good">{words.well}</Badge>
      ) : (
        <Badge tone="bad">{words.failed}</Badge>
      )}{" "}
      {late ? <Badge tone="warn">{words.late}</Badge> : null}
      {run.reason === null ? null : <code class="below">{run.reason}</code>}
    </>
  );
}
