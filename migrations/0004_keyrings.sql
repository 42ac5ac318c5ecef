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
CREATE INDEX `keyrings_root` ON `keyrings` (`root_id`,`tenant_id`);