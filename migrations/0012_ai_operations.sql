CREATE TABLE `ai_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`operation` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`unit` text NOT NULL,
	`units_in` integer,
	`units_out` integer,
	`cost_micros` integer,
	`pricing_version` text,
	`latency_ms` integer NOT NULL,
	`status_code` integer,
	`outcome` text NOT NULL,
	`trace_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ai_calls_tenant` ON `ai_calls` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `ai_prices` (
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`valid_from` integer NOT NULL,
	`unit` text NOT NULL,
	`input_per_million` integer NOT NULL,
	`cached_input_per_million` integer NOT NULL,
	`output_per_million` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `model`, `valid_from`)
);
--> statement-breakpoint
CREATE TABLE `ai_providers` (
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`provider` text NOT NULL,
	`sealed_key` text,
	`key_last4` text,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `name`)
);
--> statement-breakpoint
CREATE TABLE `ai_settings` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `prompt_evaluations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`scope` text NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`sha256` text NOT NULL,
	`suite` text NOT NULL,
	`cases` text NOT NULL,
	`results` text NOT NULL,
	`passed` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `prompt_evaluations_version` ON `prompt_evaluations` (`owner`,`name`,`version`);--> statement-breakpoint
CREATE TABLE `prompt_labels` (
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`label` text NOT NULL,
	`versions` text NOT NULL,
	`protected` integer NOT NULL,
	`moved_by` text NOT NULL,
	`moved_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `name`, `label`)
);
--> statement-breakpoint
CREATE TABLE `prompt_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`label` text NOT NULL,
	`versions` text NOT NULL,
	`protected` integer NOT NULL,
	`state` text NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer
);
--> statement-breakpoint
CREATE INDEX `prompt_moves_label` ON `prompt_moves` (`owner`,`name`,`label`);--> statement-breakpoint
CREATE TABLE `prompt_versions` (
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`template` text NOT NULL,
	`variables` text NOT NULL,
	`config` text NOT NULL,
	`sha256` text NOT NULL,
	`commit_message` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `name`, `version`)
);
--> statement-breakpoint
ALTER TABLE `ai_actions` ADD `decision_key` text;--> statement-breakpoint
ALTER TABLE `ai_actions` ADD `policy_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `ai_actions` ADD `started_by` text;--> statement-breakpoint
ALTER TABLE `ai_actions` ADD `started_at` integer;--> statement-breakpoint
ALTER TABLE `ai_actions` ADD `finished_at` integer;--> statement-breakpoint
ALTER TABLE `ai_actions` ADD `outcome` text;--> statement-breakpoint
CREATE UNIQUE INDEX `ai_actions_decision_key` ON `ai_actions` (`tenant_id`,`decision_key`);
--> statement-breakpoint
CREATE TRIGGER prompt_versions_keep BEFORE UPDATE ON prompt_versions
BEGIN SELECT raise(abort, 'versions of a prompt are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER prompt_versions_stay BEFORE DELETE ON prompt_versions
BEGIN SELECT raise(abort, 'versions of a prompt are never removed'); END;
--> statement-breakpoint
CREATE TRIGGER prompt_evaluations_keep BEFORE UPDATE ON prompt_evaluations
BEGIN SELECT raise(abort, 'evaluations are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER ai_calls_keep BEFORE UPDATE ON ai_calls
BEGIN SELECT raise(abort, 'the ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ai_calls_stay BEFORE DELETE ON ai_calls
BEGIN SELECT raise(abort, 'the ledger is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER ai_prices_keep BEFORE UPDATE ON ai_prices
BEGIN SELECT raise(abort, 'prices are never changed, only followed by later ones'); END;
