ALTER TABLE `access_tokens` ADD `person_id` text;--> statement-breakpoint
CREATE INDEX `access_tokens_created_by` ON `access_tokens` (`created_by`);--> statement-breakpoint
ALTER TABLE `ai_actions` ADD `person_id` text;--> statement-breakpoint
ALTER TABLE `prompt_moves` ADD `person_id` text;