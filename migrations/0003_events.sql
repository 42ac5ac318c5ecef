CREATE TABLE `dead_events` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text,
	`agent_id` text,
	`event_id` text,
	`reason` text NOT NULL,
	`body` text NOT NULL,
	`failed_at` integer NOT NULL,
	`replayed_at` integer
);
--> statement-breakpoint
CREATE INDEX `dead_events_age` ON `dead_events` (`failed_at`,`id`);--> statement-breakpoint
CREATE TABLE `events_done` (
	`key` text PRIMARY KEY NOT NULL,
	`archived_at` integer NOT NULL,
	`forwarded_at` integer
);
--> statement-breakpoint
CREATE INDEX `events_done_age` ON `events_done` (`archived_at`);