ALTER TABLE `dead_events` ADD `event_key` text;--> statement-breakpoint
CREATE INDEX `dead_events_key` ON `dead_events` (`event_key`);