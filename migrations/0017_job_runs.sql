CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`reason` text,
	`succeeded_at` integer
);
