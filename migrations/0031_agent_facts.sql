ALTER TABLE `agents` ADD `reported_policy` text;--> statement-breakpoint
CREATE INDEX `agents_conflict` ON `agents` (`tenant_id`,`agent_id`) WHERE "agents"."conflict" = 1;