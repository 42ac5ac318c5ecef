CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`last4` text NOT NULL,
	`name` text NOT NULL,
	`permissions` text NOT NULL,
	`tenants` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`tenant_id` text,
	`target` text,
	`detail` text,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_tenant` ON `audit_log` (`tenant_id`,`seq`);--> statement-breakpoint
CREATE TABLE `service_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`last4` text NOT NULL,
	`name` text NOT NULL,
	`operations` text NOT NULL,
	`tenants` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE TABLE `dictionaries` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`kind` text NOT NULL,
	`entries` text NOT NULL,
	`bytes` integer NOT NULL,
	`severity` text NOT NULL,
	`language` text,
	`enabled` integer NOT NULL,
	`applies_to` text NOT NULL,
	`tags` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dictionaries_tenant` ON `dictionaries` (`tenant_id`,`name`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`monthly_quota` integer NOT NULL,
	`currency` text NOT NULL,
	`unit_price_micros` integer NOT NULL,
	`weights` text NOT NULL,
	`retention_days` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`monthly_quota` integer,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
