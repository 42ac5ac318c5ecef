CREATE TABLE `intel_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`action` text NOT NULL,
	`type` text NOT NULL,
	`value` text NOT NULL,
	`note` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `intel_entries_value` ON `intel_entries` (`tenant_id`,`type`,`value`);--> statement-breakpoint
CREATE INDEX `intel_entries_tenant` ON `intel_entries` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `intel_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`definition` text,
	`changes` text NOT NULL,
	`refresh` integer NOT NULL,
	`etag` text,
	`last_modified` text,
	`checked_at` integer NOT NULL,
	`loaded_at` integer,
	`rows` integer NOT NULL,
	`retained` integer NOT NULL,
	`bad_lines` integer NOT NULL,
	`first_bad_lines` text NOT NULL,
	`version` integer NOT NULL,
	`failed_at` integer,
	`last_error` text
);
