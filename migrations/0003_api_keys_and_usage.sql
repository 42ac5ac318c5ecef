CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`hash` text NOT NULL,
	`last4` text NOT NULL,
	`name` text NOT NULL,
	`note` text,
	`scopes` integer NOT NULL,
	`allowed_addresses` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`disabled_at` integer,
	`deleted_at` integer,
	`replaced_by` text
);
--> statement-breakpoint
CREATE INDEX `api_keys_tenant` ON `api_keys` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `tenant_events` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`dispatched_at` integer
);
--> statement-breakpoint
CREATE INDEX `tenant_events_waiting` ON `tenant_events` (`dispatched_at`,`created_at`);--> statement-breakpoint
CREATE TABLE `usage_hours` (
	`tenant_id` text NOT NULL,
	`hour` text NOT NULL,
	`price_id` text NOT NULL,
	`module` text NOT NULL,
	`key_id` text NOT NULL,
	`calls` integer NOT NULL,
	`units` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `hour`, `price_id`, `module`, `key_id`)
);
--> statement-breakpoint
ALTER TABLE `plans` ADD `burst_per_second` integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `next_plan` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `next_plan_from` text;