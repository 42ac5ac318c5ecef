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
CREATE INDEX `events_done_age` ON `events_done` (`archived_at`);--> statement-breakpoint
CREATE TABLE `agent_certificates` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`agent_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agent_keys` (
	`key_fingerprint` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`agent_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agent_keys_agent` ON `agent_keys` (`agent_id`);--> statement-breakpoint
CREATE TABLE `agents` (
	`agent_id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`role` text NOT NULL,
	`region` text NOT NULL,
	`code_id` text NOT NULL,
	`enrolled_at` integer NOT NULL,
	`revoked_at` integer,
	`seq` integer NOT NULL,
	`last_seen` integer DEFAULT 0 NOT NULL,
	`watched` integer DEFAULT false NOT NULL,
	`interval_s` integer NOT NULL,
	`health` text,
	`conflict` integer DEFAULT false NOT NULL,
	`cert_fingerprint` text NOT NULL,
	`cert_not_after` integer NOT NULL,
	`cert_expiring_from` integer NOT NULL,
	`version` text,
	`policy_id` text NOT NULL,
	`policy_revision` integer NOT NULL,
	`reported_revision` integer,
	`hostname` text,
	`machine_id` text,
	`os` text,
	`labels` text NOT NULL,
	`last_ip` text,
	`colo` text,
	`country` text,
	`clock_skew_s` integer,
	`search` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agents_seen` ON `agents` ("last_seen" desc,`agent_id`);--> statement-breakpoint
CREATE INDEX `agents_tenant_seen` ON `agents` (`tenant_id`,"last_seen" desc,`agent_id`);--> statement-breakpoint
CREATE INDEX `agents_machine` ON `agents` (`tenant_id`,`machine_id`);--> statement-breakpoint
CREATE TABLE `enrollment_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`last4` text NOT NULL,
	`tenant_id` text NOT NULL,
	`roles` text NOT NULL,
	`region` text NOT NULL,
	`policy_id` text,
	`max_uses` integer NOT NULL,
	`used` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `enrollment_codes_tenant` ON `enrollment_codes` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `fleet_settings` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`require_new_key` integer NOT NULL,
	`lock_on_conflict` integer NOT NULL,
	`certificate_days` integer NOT NULL,
	`renew_before` integer,
	`interval_percent` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `policies` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `policies_tenant` ON `policies` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `policy_assignments` (
	`tenant_id` text NOT NULL,
	`role` text NOT NULL,
	`policy_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `role`)
);
--> statement-breakpoint
CREATE TABLE `policy_revisions` (
	`policy_id` text NOT NULL,
	`revision` integer NOT NULL,
	`document` text NOT NULL,
	`interval_s` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`policy_id`, `revision`)
);
