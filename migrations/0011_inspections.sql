CREATE TABLE `inspection_feedback` (
	`inspection_id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`note` text,
	`message` text,
	`by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `inspection_feedback_expiry` ON `inspection_feedback` (`expires_at`);--> statement-breakpoint
CREATE TABLE `inspection_orders` (
	`tenant_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`body_hash` text NOT NULL,
	`claim` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`answer` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `key_hash`)
);
--> statement-breakpoint
CREATE INDEX `inspection_orders_expiry` ON `inspection_orders` (`expires_at`);--> statement-breakpoint
CREATE TABLE `inspections` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`key_id` text NOT NULL,
	`channel` text NOT NULL,
	`message_hash` text NOT NULL,
	`verdict` text NOT NULL,
	`score` integer NOT NULL,
	`lang` text NOT NULL,
	`layers` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `inspections_tenant` ON `inspections` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `inspections_expiry` ON `inspections` (`expires_at`);