CREATE TABLE `encryption_roots` (
	`id` integer PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`gone_at` integer
);
--> statement-breakpoint
CREATE TABLE `keyrings` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`root_id` integer NOT NULL,
	`provisioned_at` integer NOT NULL,
	`moved_at` integer,
	`failed_at` integer,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `keyrings_root` ON `keyrings` (`root_id`,`tenant_id`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`events` text NOT NULL,
	`filter` text NOT NULL,
	`secrets` text NOT NULL,
	`status` text NOT NULL,
	`disabled_reason` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_tenant` ON `webhook_endpoints` (`tenant_id`,`created_at`);