CREATE TABLE `ai_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`tool` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`source` text NOT NULL,
	`payload` text NOT NULL,
	`payload_hash` text NOT NULL,
	`trace_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer
);
--> statement-breakpoint
CREATE INDEX `ai_actions_tenant` ON `ai_actions` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `ai_snapshots` (
	`tenant_id` text NOT NULL,
	`tool` text NOT NULL,
	`data` text NOT NULL,
	`collected_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`received_from` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `tool`)
);
