CREATE TABLE `bulk_agents` (
	`order_id` text NOT NULL,
	`tries` integer NOT NULL,
	`agent_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`reason` text,
	PRIMARY KEY(`order_id`, `tries`, `agent_id`)
);
--> statement-breakpoint
CREATE TABLE `bulk_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text,
	`action` text NOT NULL,
	`filter` text,
	`total` integer NOT NULL,
	`done` integer NOT NULL,
	`gone` integer NOT NULL,
	`failed` integer NOT NULL,
	`asked_by` text NOT NULL,
	`request_id` text,
	`asked_at` integer NOT NULL,
	`order_key` text,
	`order_hash` text NOT NULL,
	`cancelled_at` integer,
	`ended_at` integer,
	`failed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_orders_order_key_unique` ON `bulk_orders` (`order_key`);--> statement-breakpoint
CREATE INDEX `bulk_orders_tenant` ON `bulk_orders` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `bulk_orders_end` ON `bulk_orders` (`ended_at`,`asked_at`);