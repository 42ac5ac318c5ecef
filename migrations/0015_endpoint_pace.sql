ALTER TABLE `webhook_endpoints` ADD `max_per_minute` integer;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `ordered` integer DEFAULT false NOT NULL;